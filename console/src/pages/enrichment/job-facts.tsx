import type { EnrichmentJob } from '@outcrop/contract';
import { useActorNames } from '../../api/actor-names.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { formatNumber } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { JobBadge } from './badges.tsx';
import classes from './enrichment.module.css';
import { dollars } from './job-labels.ts';
import { JobProgress } from './job-progress.tsx';

export function JobFacts({ job }: { job: EnrichmentJob }) {
  const names = useActorNames();
  const isLine = job.mode === 'personalized_line';
  return (
    <Panel>
      <DescriptionList
        items={{
          Status: <JobBadge job={job} />,
          Progress: <JobProgress job={job} />,
          ...(isLine && {
            'Workspace instructions': job.useWorkspaceInstructions ? 'Used' : 'Not used',
            'Additional context': job.customPrompt ? (
              <span className={classes.prompt}>{job.customPrompt}</span>
            ) : (
              'None'
            ),
          }),
          Tokens: `${formatNumber(job.inputTokens)} input, ${formatNumber(job.outputTokens)} output`,
          Cost: job.cost === null ? 'Set model prices to see cost' : dollars(job.cost),
          'Started by': names.actor(job.startedBy),
          Started: <RelativeTime at={job.createdAt} />,
          Completed: <RelativeTime at={job.finishedAt} never="not yet" />,
        }}
      />
    </Panel>
  );
}
