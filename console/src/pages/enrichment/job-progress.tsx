import { Progress } from '@mantine/core';
import type { EnrichmentJob } from '@outcrop/contract';
import { useEffect, useRef } from 'react';
import { announce } from '../../parts/live-region.tsx';
import { useNow } from '../../parts/relative-time.tsx';
import { isUnderWay } from '../../shell/task-progress.ts';
import classes from './enrichment.module.css';
import { jobProgress, jobTitle, shareEnded } from './job-words.ts';

/** How far a job has come, with a bar while it is under way. */
export function JobProgress({ job }: { job: EnrichmentJob }) {
  const now = useNow(isUnderWay(job) ? 1_000 : 60_000);
  return (
    <div className={classes.progress}>
      <span>{jobProgress(job, now)}</span>
      {isUnderWay(job) && (
        <Progress value={100 * shareEnded(job)} aria-label={`${jobTitle(job)}, done`} size="sm" />
      )}
    </div>
  );
}

/** Those who listen are told at each quarter, the last of which is the end. */
export function useProgressAnnounced(jobs: EnrichmentJob[]): void {
  const told = useRef(new Map<string, number>());
  useEffect(() => {
    for (const job of jobs) {
      const quarter = Math.floor(4 * shareEnded(job));
      const before = told.current.get(job.id) ?? quarter;
      if (quarter > before) announce(`${jobTitle(job)}: ${jobProgress(job, Date.now())}`);
      told.current.set(job.id, quarter);
    }
  }, [jobs]);
}
