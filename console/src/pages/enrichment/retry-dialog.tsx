import type { EnrichmentJob } from '@outcrop/contract';
import { Dialog } from '../../parts/dialog.tsx';
import { peopleCount } from '../../parts/person.ts';
import { QueueForm } from './queue-form.tsx';
import { useQueueing } from './queueing.ts';

interface Props {
  job: EnrichmentJob;
  /** Told the new job, which has the same wishes. */
  onQueued: (jobId: string) => void;
  onClose: () => void;
}

/** What failed once more, for new credits. */
export function RetryDialog({ job, onQueued, onClose }: Props) {
  const request = { params: { jobId: job.id }, body: {} };
  const queueing = useQueueing('postEnrichmentJobRetry', request, onQueued);
  return (
    <Dialog title="Retry what failed" onClose={onClose}>
      <QueueForm
        queueing={queueing}
        verb="Retry"
        onClose={onClose}
        onSubmit={() => queueing.queue()}
      >
        <div>
          It failed for {peopleCount(job.failed)}, and their credits came back. They are tried once
          more as a job of their own, with the same wishes.
        </div>
      </QueueForm>
    </Dialog>
  );
}
