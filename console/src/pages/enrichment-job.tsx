import { useDisclosure } from '@mantine/hooks';
import type { EnrichmentJob, EnrichmentResult } from '@outcrop/contract';
import { IconRefresh, IconWand } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePages } from '../api/lines.ts';
import { useReasonAgainst } from '../api/roles.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { WayBack } from '../parts/way-back.tsx';
import { isUnderWay } from '../shell/task-progress.ts';
import { EnrichDialog } from './enrichment/enrich-dialog.tsx';
import { JobFacts } from './enrichment/job-facts.tsx';
import { useProgressAnnounced } from './enrichment/job-progress.tsx';
import { jobTitle, number } from './enrichment/job-words.ts';
import { Results } from './enrichment/results.tsx';
import { RetryDialog } from './enrichment/retry-dialog.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment/$jobId');

/** Someone asks: what was found out, or written, about whom? And what failed, and why? */
export default function EnrichmentJobPage() {
  const { jobId } = route.useParams();
  const { status } = route.useSearch();
  const pages = usePages(
    'getEnrichmentJob',
    { params: { jobId }, query: status ? { status } : {} },
    ({ results }) => results,
    { pollWhile: (_, { job }) => isUnderWay(job) },
  );
  const job = pages.first?.job;
  useProgressAnnounced(useMemo(() => (job ? [job] : []), [job]));
  return (
    <>
      <WayBack to="enrichment">All enrichment</WayBack>
      {job ? (
        <Header key={jobId} job={job} results={pages.data ?? []} />
      ) : (
        <PageHeader title="Enrichment job" />
      )}
      {job && <JobFacts job={job} />}
      <Loaded query={pages} what="the job">
        {(results) => <Results results={results} pages={pages} />}
      </Loaded>
    </>
  );
}

interface HeaderProps {
  job: EnrichmentJob;
  results: EnrichmentResult[];
}

/** What can be done next: what failed once more, or something else for the same people. */
function Header({ job, results }: HeaderProps) {
  const navigate = route.useNavigate();
  const reason = useReasonAgainst('member');
  const [retrying, retry] = useDisclosure();
  const [enriching, enrich] = useDisclosure();
  const there = results.filter(({ status }) => status !== 'cancelled').slice(0, 100);
  return (
    <>
      <PageHeader
        title={jobTitle(job)}
        action={
          <>
            {job.failed > 0 && (
              <ActionButton
                leftSection={<IconRefresh size={16} />}
                disabledReason={reason}
                onClick={retry.open}
              >
                Retry failed
              </ActionButton>
            )}
            {there.length > 0 && (
              <ActionButton
                variant="default"
                leftSection={<IconWand size={16} />}
                disabledReason={reason}
                onClick={enrich.open}
              >
                Enrich the {number(there.length)} shown…
              </ActionButton>
            )}
          </>
        }
      />
      {retrying && (
        <RetryDialog
          job={job}
          onClose={retry.close}
          onQueued={(jobId) =>
            void navigate({
              to: '.',
              params: (before) => ({ ...before, jobId }),
              search: {},
            })
          }
        />
      )}
      {enriching && (
        <EnrichDialog
          prospectIds={there.map(({ prospectId }) => prospectId)}
          onClose={enrich.close}
        />
      )}
    </>
  );
}
