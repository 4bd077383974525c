import { Menu } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { IconChevronDown } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { StageBadge } from '../prospect/stage-badge.tsx';
import { StageItems } from './stage-items.tsx';

/** The stage, which opens a menu of all stages. */
export function StageChoice({ prospect }: { prospect: Prospect }) {
  const reason = useDisabledReason('member');
  const { stage } = prospect;
  const button = (
    <ActionButton
      variant="default"
      px={8}
      disabledReason={reason}
      rightSection={<IconChevronDown size={16} />}
      aria-label={`Stage: ${stageName[stage]}`}
    >
      <StageBadge stage={stage} />
    </ActionButton>
  );
  if (reason !== null) return button;
  return (
    <Menu position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <StageItems prospect={prospect} />
      </Menu.Dropdown>
    </Menu>
  );
}
