import { Menu } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import { IconChevronDown } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { stageLooks } from '../../features/prospect/stage-badge.tsx';
import classes from './pipeline.module.css';

interface Props {
  prospect: Prospect;
  onMove: (to: Stage) => void;
}

/** The alternative to dragging. */
export function MoveMenu({ prospect, onMove }: Props) {
  const reason = useDisabledReason('member');
  const button = (
    <ActionButton
      className={classes.mover!}
      size="compact-xs"
      variant="subtle"
      color="muted"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={`Move to… ${prospectName(prospect)}`}
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
          .filter((stage) => stage !== prospect.stage)
          .map((stage) => {
            const { icon: Icon } = stageLooks[stage];
            return (
              <Menu.Item
                key={stage}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => onMove(stage)}
              >
                {stageName[stage]}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
