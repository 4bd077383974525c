import { notifications } from '@mantine/notifications';
import { TextLink } from '../../components/links.tsx';
import { describeError } from '../../components/states.tsx';
import type { QueuedJobs } from './use-enrichment-queue.ts';

/** A notification with a link to the job, or to all jobs where there are several. */
export function showQueued(workspaceId: string, { jobIds, error }: QueuedJobs): void {
  const [jobId, ...others] = jobIds;
  notifications.show({
    title: error ? 'Only some were queued' : 'Enrichment queued',
    autoClose: 10_000,
    ...(error !== undefined && { color: 'danger' }),
    message: (
      <>
        {error !== undefined && <div>{describeError(error).advice}</div>}
        {jobId && others.length === 0 ? (
          <TextLink
            to="/w/$workspaceId/enrichment/$jobId"
            params={{ workspaceId, jobId }}
            size="sm"
          >
            View progress
          </TextLink>
        ) : (
          <TextLink to="/w/$workspaceId/enrichment" params={{ workspaceId }} size="sm">
            View {jobIds.length} jobs
          </TextLink>
        )}
      </>
    ),
  });
}
