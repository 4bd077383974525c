import { useDisclosure } from '@mantine/hooks';
import type { EnrichmentJob, EnrichmentResult } from '@outcrop/contract';
import { IconRefresh, IconWand } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EnrichDialog } from '../../features/enrichment/enrich-dialog.tsx';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import { JobFacts } from './job-facts.tsx';
import { jobTitle } from './job-labels.ts';
import { useAnnounceProgress } from './job-progress.tsx';
import { Results } from './results.tsx';
import { RetryDialog } from './retry-dialog.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment/$jobId');

export default function EnrichmentJobPage() {
  const { jobId } = route.useParams();
  const { status } = route.useSearch();
  const pages = usePages(
    'getEnrichmentJob',
    { params: { jobId }, query: status ? { status } : {} },
    ({ results }) => results,
    { pollWhile: (_, { job }) => isInProgress(job) },
  );
  const job = pages.first?.job;
  useAnnounceProgress(useMemo(() => (job ? [job] : []), [job]));
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/enrichment">
        All enrichments
      </BackLink>
      {job ? (
        <Header key={jobId} job={job} results={pages.data ?? []} />
      ) : (
        <PageHeader title="Enrichment job" />
      )}
      {job && <JobFacts job={job} />}
      <QueryBoundary query={pages} what="the job">
        {(results) => <Results results={results} pages={pages} />}
      </QueryBoundary>
    </>
  );
}

interface HeaderProps {
  job: EnrichmentJob;
  results: EnrichmentResult[];
}

function Header({ job, results }: HeaderProps) {
  const navigate = route.useNavigate();
  const reason = useDisabledReason('member');
  const [retrying, retry] = useDisclosure();
  const [enriching, enrich] = useDisclosure();
  const existing = results.filter(({ status }) => status !== 'cancelled').slice(0, 100);
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
            {existing.length > 0 && (
              <ActionButton
                variant="default"
                leftSection={<IconWand size={16} />}
                disabledReason={reason}
                onClick={enrich.open}
              >
                Enrich again…
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
          prospectIds={existing.map(({ prospectId }) => prospectId)}
          onClose={enrich.close}
        />
      )}
    </>
  );
}
