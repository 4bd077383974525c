import { RelativeTime } from '../../components/relative-time.tsx';
import { type Campaign, type Enrollment, stepName } from './campaign-labels.ts';
import classes from './campaigns.module.css';

interface Props {
  campaign: Campaign;
  person: Enrollment;
}

const waitsFor: Record<Exclude<Campaign['status'], 'running'>, string> = {
  draft: 'After launch',
  paused: 'Paused',
  archived: 'Archived',
};

/** Which email is next, and when it is due. */
export function NextEmail({ campaign, person: { nextStepId, dueAt, status } }: Props) {
  if (!dueAt || !['waiting', 'away'].includes(status)) return '–';
  const isDue = Date.parse(dueAt) <= Date.now();
  return (
    <>
      {stepName(campaign, nextStepId)}
      <div className={classes.secondary}>
        {campaign.status !== 'running' ? (
          waitsFor[campaign.status]
        ) : isDue ? (
          'Due now'
        ) : (
          <RelativeTime at={dueAt} />
        )}
      </div>
    </>
  );
}
