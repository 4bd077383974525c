import { Menu } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { stageNames, stages } from '../../components/stages.ts';
import { personName } from '../../features/prospect/fields.ts';
import { stageLooks } from '../../features/prospect/stage-badge.tsx';
import classes from './pipeline.module.css';

interface Props {
  person: Prospect;
  onMove: (to: Stage) => void;
}

/** The alternative to dragging. */
export function MoveMenu({ person, onMove }: Props) {
  const reason = useDisabledReason('member');
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
