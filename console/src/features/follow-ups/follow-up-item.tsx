import { ActionIcon, Menu, Text } from '@mantine/core';
import type { FollowUp } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCalendar,
  IconCheck,
  IconDots,
  IconRotate,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useActorNames } from '../../api/actor-names.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { localDay } from '../../browser/local-time.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import { DayMenu } from './day-menu.tsx';
import { describeDay } from './days.ts';
import classes from './follow-ups.module.css';
import { useFollowUp } from './use-follow-up.ts';

const AssignDialog = lazyComponent(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const DeleteFollowUp = lazyComponent(
  async () => (await import('./delete-follow-up.tsx')).DeleteFollowUp,
);

interface Props {
  followUp: FollowUp;
  /** The prospect, where the list has several. */
  prospect?: ReactNode;
  /** Called when the item may leave its list, so that the list can take the focus. */
  onGone: () => void;
}

export function FollowUpItem({ followUp, prospect, onGone }: Props) {
  const { title, done, assigneeId } = followUp;
  const reason = useDisabledReason('member');
  const { user } = useMe();
  const { user: nameOf } = useActorNames();
  const { complete, reopen, move, isBusy, error } = useFollowUp(followUp);
  const [dialog, setDialog] = useState<'assign' | 'delete' | null>(null);
  const leave = async (change: Promise<boolean>) => {
    if (await change) onGone();
  };
  const small = { size: 'compact-sm', variant: 'default', disabledReason: reason } as const;
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        {prospect}
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>
          <DueBadge followUp={followUp} />
          {!prospect && (
            <Text span inherit c="dimmed">
              {assigneeId === null
                ? 'Unassigned'
                : assigneeId === user.id
                  ? 'You'
                  : nameOf(assigneeId)}
            </Text>
          )}
        </span>
      </div>
      <div className={classes.actions}>
        <ActionButton
          {...small}
          loading={isBusy}
          leftSection={done ? <IconRotate size={16} /> : <IconCheck size={16} />}
          aria-label={`${done ? 'Reopen' : 'Done'}: ${title}`}
          onClick={() => void leave(done ? reopen() : complete())}
        >
          {done ? 'Reopen' : 'Done'}
        </ActionButton>
        {!done && (
          <DayMenu
            {...small}
            verb="Move to…"
            about={title}
            onPick={(day) => void leave(move(day))}
          />
        )}
        {reason === null && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="muted" aria-label={`More actions: ${title}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setDialog('assign')}>Assign to…</Menu.Item>
              <Menu.Item color="danger" onClick={() => setDialog('delete')}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <FailureNote error={error} />
      {dialog === 'assign' && <AssignDialog followUp={followUp} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <DeleteFollowUp followUp={followUp} onGone={onGone} onClose={() => setDialog(null)} />
      )}
    </li>
  );
}

function DueBadge({ followUp: { dueOn, done } }: { followUp: FollowUp }) {
  const now = new Date();
  const day = describeDay(dueOn, now);
  if (done)
    return (
      <Badge icon={IconCheck} color="ok">
        Done, was due {day.replace(/^(?:Today|Tomorrow|Yesterday)$/, (name) => name.toLowerCase())}
      </Badge>
    );
  if (dueOn < localDay(now))
    return (
      <Badge icon={IconAlertTriangle} color="danger">
        Overdue: {day}
      </Badge>
    );
  return (
    <Badge icon={IconCalendar} color={dueOn === localDay(now) ? 'warn' : 'muted'}>
      {day}
    </Badge>
  );
}
