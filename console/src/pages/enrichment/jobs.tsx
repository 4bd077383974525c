import type { EnrichmentJob } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState } from '../../components/states.tsx';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import { JobBadge } from './badges.tsx';
import { dollars, jobTitle } from './job-labels.ts';
import { JobProgress, useAnnounceProgress } from './job-progress.tsx';
import { EnrichSnippet, StartButton } from './start-button.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment');
const none: EnrichmentJob[] = [];

export function Jobs({ onStart }: { onStart: () => void }) {
  const navigate = route.useNavigate();
  const names = useActorNames();
  const pages = usePages('getEnrichmentJobs', {}, ({ jobs }) => jobs, {
    pollWhile: (jobs) => jobs.some(isInProgress),
  });
  useAnnounceProgress(pages.data ?? none);
  const open = (jobId: string) =>
    void navigate({
      to: '/w/$workspaceId/enrichment/$jobId',
      params: (before) => ({ ...before, jobId }),
    });
  return (
    <QueryBoundary query={pages} what="the jobs">
      {(jobs) =>
        jobs.length === 0 ? (
          <EmptyState
            title="No enrichments yet"
            action={<StartButton onClick={onStart} />}
            snippet={<EnrichSnippet />}
          >
            Choose prospects, and AI researches them or writes an opening line for each.
          </EmptyState>
        ) : (
          <DataTable
            label="Jobs"
            rows={jobs}
            keyOf={({ id }) => id}
            onOpen={({ id }) => open(id)}
            more={pages}
            columns={[
              {
                title: 'Job',
                grow: true,
                cell: (job) => (
                  <TextLink
                    inherit
                    from="/w/$workspaceId/enrichment"
                    to="/w/$workspaceId/enrichment/$jobId"
                    params={(before) => ({ ...before, jobId: job.id })}
                    onClick={(event) => event.stopPropagation()}
                  >
                    {jobTitle(job)}
                  </TextLink>
                ),
              },
              { title: 'Status', cell: (job) => <JobBadge job={job} /> },
              { title: 'Progress', cell: (job) => <JobProgress job={job} /> },
              {
                title: 'Cost',
                align: 'end',
                cell: ({ cost }) => (cost === null ? '–' : dollars(cost)),
              },
              { title: 'Started by', cell: ({ startedBy }) => names.actor(startedBy) },
              {
                title: 'Started',
                align: 'end',
                cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
              },
            ]}
          />
        )
      }
    </QueryBoundary>
  );
}
