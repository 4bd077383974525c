import { CloseButton } from '@mantine/core';
import type { Stage } from '@outcrop/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { announce } from '../../components/live-region.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { MoveMenu } from './move-menu.tsx';
import classes from './pipeline.module.css';

interface Props {
  count: number;
  onMove: (to: Stage) => void;
  onClear: () => void;
}

/** What can be done with the selected cards. */
export function SelectionBar({ count, onMove, onClear }: Props) {
  const reason = useDisabledReason('member');
  const who = prospectCount({ count });
  useEffect(() => announce(`${who} selected`), [who]);
  const mover = (
    <ActionButton
      size="compact-md"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      data-move-selected
      disabledReason={reason}
    >
      Move to…
    </ActionButton>
  );
  return (
    <section className={classes.bar} aria-label="Selection">
      <strong>{who} selected</strong>
      {reason === null ? <MoveMenu onMove={onMove}>{mover}</MoveMenu> : mover}
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </section>
  );
}
