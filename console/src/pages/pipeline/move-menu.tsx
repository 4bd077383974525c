import { Menu } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useReasonAgainst } from '../../api/roles.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { personName } from '../../parts/person.ts';
import { stageLooks } from '../../parts/stage-mark.tsx';
import { stageNames, stages } from '../../parts/stages.ts';
import classes from './pipeline.module.css';

interface Props {
  person: Prospect;
  onMove: (to: Stage) => void;
}

/** What dragging does, for those who do not drag. */
export function MoveMenu({ person, onMove }: Props) {
  const reason = useReasonAgainst('member');
  const button = (
    <ActionButton
      className={classes.mover!}
      size="compact-xs"
      variant="subtle"
      color="muted"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={`Move to… ${personName(person)}`}
      disabledReason={reason}
    >
      Move to…
    </ActionButton>
  );
  if (reason !== null) return button;
  return (
    <Menu position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {stages
          .filter((stage) => stage !== person.stage)
          .map((stage) => {
            const { icon: Icon } = stageLooks[stage];
            return (
              <Menu.Item
                key={stage}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => onMove(stage)}
              >
                {stageNames[stage]}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
