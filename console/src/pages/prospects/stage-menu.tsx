import { Menu } from '@mantine/core';
import { stageName, stages } from '@outcrop/contract/stages';
import { useState } from 'react';
import { useKey } from '../../browser/keys.ts';
import { announce } from '../../components/live-region.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { stageLooks } from '../../features/prospect/stage-badge.tsx';
import { BarMenu } from './bar-menu.tsx';
import { type SelectedProspects, useBulk } from './use-bulk.ts';

interface Props {
  selected: SelectedProspects;
  disabledReason: string | null;
}

/** Moves the selection to a stage without confirmation, since it can be undone. */
export function StageMenu({ selected, disabledReason }: Props) {
  const [opened, setOpened] = useState(false);
  const { startWithoutDialog } = useBulk(selected);
  const who = prospectCount(selected.count);
  useKey('s', 'Move selected to stage', () =>
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
              startWithoutDialog(`Move ${who} to ${stageName[stage]}`, { action: 'stage', stage })
            }
          >
            {stageName[stage]}
          </Menu.Item>
        );
      })}
    </BarMenu>
  );
}
