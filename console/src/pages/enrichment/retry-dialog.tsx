import type { EnrichmentJob } from '@outcrop/contract';
import { Dialog } from '../../components/dialog.tsx';
import { QueueForm } from '../../features/enrichment/queue-form.tsx';
import { useEnrichmentQueue } from '../../features/enrichment/use-enrichment-queue.ts';
import { peopleCount } from '../../features/prospect/counts.ts';

interface Props {
  job: EnrichmentJob;
  onQueued: (jobId: string) => void;
  onClose: () => void;
}

export function RetryDialog({ job, onQueued, onClose }: Props) {
  const requests = [{ params: { jobId: job.id }, body: {} }];
  const queue = useEnrichmentQueue('postEnrichmentJobRetry', requests, ({ jobIds: [jobId] }) =>
    onQueued(jobId!),
  );
  return (
    <Dialog title="Retry failed enrichments" onClose={onClose}>
      <QueueForm queue={queue} verb="Retry" onClose={onClose} onSubmit={() => queue.submit()}>
        <div>
          Enrichment failed for {peopleCount(job.failed)}, and their credits were refunded. Retrying
          creates a new job with the same settings.
        </div>
      </QueueForm>
    </Dialog>
  );
}
