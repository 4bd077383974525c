import type { EnrichmentJob } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../api/lines.ts';
import { useNames } from '../../api/names.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { isUnderWay } from '../../shell/task-progress.ts';
import { ChoosePeople, EnrichSnippet } from './choose-people.tsx';
import { JobProgress, useProgressAnnounced } from './job-progress.tsx';
import { dollars, jobTitle } from './job-words.ts';
import { JobMark } from './marks.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment');
const none: EnrichmentJob[] = [];

/** What was asked for, newest first, and how far it is. */
export function Jobs() {
  const navigate = route.useNavigate();
  const names = useNames();
  const pages = usePages('getEnrichmentJobs', {}, ({ jobs }) => jobs, {
    pollWhile: (jobs) => jobs.some(isUnderWay),
  });
  useProgressAnnounced(pages.data ?? none);
  const open = (jobId: string) =>
    void navigate({
      to: '/w/$workspaceId/enrichment/$jobId',
      params: (before) => ({ ...before, jobId }),
    });
  return (
    <Loaded query={pages} what="the jobs">
      {(jobs) =>
        jobs.length === 0 ? (
          <EmptyState
            title="Nobody was enriched yet"
            action={<ChoosePeople />}
            snippet={<EnrichSnippet />}
          >
            Choose people on Prospects, and have them researched, or a first line written to each.
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
              { title: 'State', cell: (job) => <JobMark job={job} /> },
              { title: 'Progress', cell: (job) => <JobProgress job={job} /> },
              {
                title: 'Cost',
                align: 'end',
                cell: ({ cost }) => (cost === null ? '–' : dollars(cost)),
              },
              { title: 'By', cell: ({ startedBy }) => names.actor(startedBy) },
              {
                title: 'When',
                align: 'end',
                cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
