import { Button, Group, Stack, Text } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { formatNumber } from '../../components/format.ts';
import { ButtonLink } from '../../components/links.tsx';
import { DownloadButton } from '../tasks/download-button.tsx';
import { useFollowTask } from '../tasks/follow-task.tsx';
import { TaskInProgress } from '../tasks/task-in-progress.tsx';
import { isInProgress } from '../tasks/task-progress.ts';
import { describeEnrollment } from './enrollment-labels.ts';
import { type EnrollTarget, enrollRefreshes, useEnrolling } from './use-enrolling.ts';

interface Props {
  campaignId: string | null;
  target: EnrollTarget | null;
  title: string;
  /** What the job is called after the dialog was closed. By default like the dialog. */
  jobTitle?: string;
  /** The choices, until someone enrolls. */
  children: ReactNode;
  onClose: () => void;
}

/** A dialog that says who would be enrolled and why others would not, and then enrolls them. */
export function EnrollForm(props: Props) {
  const { campaignId, target, title, jobTitle = title, children, onClose } = props;
  const { check, enrollTask, error, isStarting, enroll } = useEnrolling(campaignId, target);
  const follow = useFollowTask();
  const close = () => {
    if (enrollTask && isInProgress(enrollTask))
      follow({ task: enrollTask, title: jobTitle, refreshes: [...enrollRefreshes] });
    onClose();
  };
  const isChosen = campaignId !== null && target !== null;
  const canEnroll = check.task?.status === 'done' && (check.task.counts['enrolled'] ?? 0) > 0;
  return (
    // `close` follows a running task, however the dialog is closed.
    <Dialog title={title} onClose={close}>
      {enrollTask ? (
        <Enrolling task={enrollTask} error={error} onClose={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canEnroll && !isStarting) enroll();
          }}
        >
          <Stack>
            {children}
            <Text role="status">{isChosen && checkText(check.task)}</Text>
            <FormFooter
              failure={error}
              verb="Enroll"
              busy={isStarting}
              disabled={!canEnroll}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function checkText(task: Task | undefined): string {
  if (!task || isInProgress(task))
    return task?.done ? `Checked ${formatNumber(task.done)} so far…` : 'Checking…';
  if (task.status !== 'done') return task.error ?? 'The check was canceled.';
  return task.done === 0
    ? 'No one to enroll.'
    : `${describeEnrollment(task.counts, 'will be enrolled')}.`;
}

interface EnrollingProps {
  task: Task;
  error: unknown;
  onClose: () => void;
}

function Enrolling({ task, error, onClose }: EnrollingProps) {
  const hasEnded = !isInProgress(task);
  return (
    <Stack>
      {hasEnded ? (
        <Text role="status">
          {task.error ?? `${describeEnrollment(task.counts, 'enrolled')}.`}
          {task.status === 'cancelled' && ' The rest was canceled.'}
        </Text>
      ) : (
        <>
          <TaskInProgress task={task} />
          <Text size="sm" c="dimmed">
            You can close this window; enrollment continues in the background.
          </Text>
        </>
      )}
      <FailureNote error={error} />
      <Group justify="flex-end">
        {hasEnded && task.failed > 0 && (
          <>
            <ButtonLink
              variant="default"
              from="/w/$workspaceId"
              to="/w/$workspaceId/tasks/$taskId"
              params={(before) => ({ ...before, taskId: task.id })}
            >
              View skipped people
            </ButtonLink>
            <DownloadButton
              endpoint="getTaskFailuresFile"
              taskId={task.id}
              name={`left-out-${task.createdAt.slice(0, 10)}.csv`}
            >
              Download as CSV
            </DownloadButton>
          </>
        )}
        <Button onClick={onClose} autoFocus>
          {hasEnded ? 'Done' : 'Close'}
        </Button>
      </Group>
    </Stack>
  );
}
