import { Progress } from '@mantine/core';
import type { EnrichmentJob } from '@outcrop/contract';
import { useEffect, useRef } from 'react';
import { announce } from '../../components/live-region.tsx';
import { useNow } from '../../components/relative-time.tsx';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import classes from './enrichment.module.css';
import { finishedShare, jobProgress, jobTitle } from './job-labels.ts';

export function JobProgress({ job }: { job: EnrichmentJob }) {
  const now = useNow(isInProgress(job) ? 1_000 : 60_000);
  return (
    <div className={classes.progress}>
      <span>{jobProgress(job, now)}</span>
      {isInProgress(job) && (
        <Progress
          value={100 * finishedShare(job)}
          aria-label={`${jobTitle(job)}: progress`}
          size="sm"
        />
      )}
    </div>
  );
}

/** Announces progress to screen readers at each quarter. */
export function useAnnounceProgress(jobs: EnrichmentJob[]): void {
  const announced = useRef(new Map<string, number>());
  useEffect(() => {
    for (const job of jobs) {
      const quarter = Math.floor(4 * finishedShare(job));
      const before = announced.current.get(job.id) ?? quarter;
      if (quarter > before) announce(`${jobTitle(job)}: ${jobProgress(job, Date.now())}`);
      announced.current.set(job.id, quarter);
    }
  }, [jobs]);
}
