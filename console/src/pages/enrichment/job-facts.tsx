import type { EnrichmentJob } from '@outcrop/contract';
import { useNames } from '../../api/names.ts';
import { Facts } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import classes from './enrichment.module.css';
import { JobProgress } from './job-progress.tsx';
import { dollars, number } from './job-words.ts';
import { JobMark } from './marks.tsx';

/** What was asked for, by whom, how far it is, and what it took. */
export function JobFacts({ job }: { job: EnrichmentJob }) {
  const names = useNames();
  const isLine = job.mode === 'personalized_line';
  return (
    <Panel>
      <Facts
        facts={{
          State: <JobMark job={job} />,
          Progress: <JobProgress job={job} />,
          ...(isLine && {
            Instructions: job.useWorkspaceInstructions
              ? 'Those of the workspace were used'
              : 'Those of the workspace were not used',
            'Also told': job.customPrompt ? (
              <span className={classes.prompt}>{job.customPrompt}</span>
            ) : (
              'Nothing'
            ),
          }),
          Tokens: `${number(job.inputTokens)} read, ${number(job.outputTokens)} written`,
          Cost: job.cost === null ? 'Not known while the model has no prices' : dollars(job.cost),
          By: names.actor(job.startedBy),
          Asked: <RelativeTime at={job.createdAt} />,
          Finished: <RelativeTime at={job.finishedAt} never="not yet" />,
        }}
      />
    </Panel>
  );
}
