import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { announce } from '../../components/live-region.tsx';
import { useAssignees } from './assignees.ts';
import { DayMenu } from './day-menu.tsx';
import { describeDay } from './days.ts';
import classes from './follow-ups.module.css';
import { followUpEndpoints } from './use-follow-up.ts';

const defaultTitle = 'Follow up';

/** Choosing the day adds the follow-up: two clicks, and a title only where one is wanted. */
export function AddFollowUp({ prospectId }: { prospectId: string }) {
  const { user } = useMe();
  const reason = useDisabledReason('member');
  const assignees = useAssignees();
  const [title, setTitle] = useState('');
  const [assigneeId, setAssigneeId] = useState(user.id);
  const add = useWrite('postFollowUps', followUpEndpoints);
  const addFor = (dueOn: string) =>
    add.mutate(
      {
        params: { prospectId },
        body: { title: title.trim() || defaultTitle, dueOn, assigneeId },
      },
      {
        onSuccess: () => {
          setTitle('');
          announce(`Follow-up added: ${describeDay(dueOn, new Date())}`);
        },
      },
    );
  return (
    <>
      <div className={classes.add}>
        <TextInput
          className={classes.what!}
          aria-label="What to do"
          placeholder={defaultTitle}
          maxLength={300}
          readOnly={reason !== null}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Assign to"
          data={assignees}
          value={assigneeId}
          disabled={reason !== null}
          onChange={(event) => setAssigneeId(event.currentTarget.value)}
        />
        <DayMenu
          verb="Add follow-up"
          variant="default"
          disabledReason={reason}
          loading={add.isPending}
          onPick={addFor}
        />
      </div>
      <FailureNote error={add.error} />
    </>
  );
}
