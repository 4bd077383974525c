import { Menu } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../parts/live-region.tsx';
import { stageLooks } from '../../parts/stage-mark.tsx';
import { stageNames, stages } from '../../parts/stages.ts';
import { useKey } from '../../shell/keys.ts';
import { BarMenu } from './bar-menu.tsx';
import { peopleInWords } from './people-words.ts';
import { type Selected, useBulk } from './use-bulk.ts';

interface Props {
  selected: Selected;
  disabledReason: string | null;
}

/** Moves everyone who is selected to a stage, at once: it can be undone. */
export function StageMenu({ selected, disabledReason }: Props) {
  const [opened, setOpened] = useState(false);
  const { startAtOnce } = useBulk(selected);
  const who = peopleInWords(selected.counted);
  useKey('s', 'Move those selected to a stage', () =>
    disabledReason === null ? setOpened(true) : announce(disabledReason),
  );
  return (
    <BarMenu label="Stage" disabledReason={disabledReason} opened={opened} onChange={setOpened}>
      {stages.map((stage) => {
        const { icon: Icon } = stageLooks[stage];
        return (
          <Menu.Item
            key={stage}
            leftSection={<Icon size={16} />}
            onClick={() =>
              startAtOnce(`Move ${who} to ${stageNames[stage]}`, { action: 'stage', stage })
            }
          >
            {stageNames[stage]}
          </Menu.Item>
        );
      })}
    </BarMenu>
  );
}
