import { useIntersection } from '@mantine/hooks';
import type { EnrichmentResult } from '@outcrop/contract';
import { useRead } from '../../api/lines.ts';
import { TextLink } from '../../parts/links.tsx';
import { personName } from '../../parts/person.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import classes from './enrichment.module.css';
import { WorkMark } from './marks.tsx';

/** What came of the work on one person. */
export function Result({ result }: { result: EnrichmentResult }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const { status, reason, before, after, model, finishedAt } = result;
  return (
    <li ref={ref} className={classes.result}>
      <div className={classes.resultHead}>
        <h3>
          <Person result={result} isNear={entry?.isIntersecting ?? false} />
        </h3>
        <WorkMark status={status} />
        <span className={classes.resultTime}>{finishedAt && <RelativeTime at={finishedAt} />}</span>
      </div>
      {reason && <p>{reason}</p>}
      {status === 'failed' && <p className={classes.muted}>The credit was given back.</p>}
      {status === 'done' && <BeforeAndAfter before={before} after={after} />}
      {model && <p className={classes.muted}>By {model}</p>}
    </li>
  );
}

interface PersonProps {
  result: EnrichmentResult;
  isNear: boolean;
}

/** Who has no name is read once they are on the screen, or nearly: an address may be known. */
function Person({ result, isNear }: PersonProps) {
  const { prospectId, status, prospectName } = result;
  const isThere = status !== 'cancelled';
  const { data, error } = useRead(
    'getProspect',
    { params: { prospectId } },
    { enabled: isThere && isNear && prospectName === null },
  );
  if (!isThere || error) return 'Deleted prospect';
  return (
    <TextLink
      inherit
      from="/w/$workspaceId/enrichment/$jobId"
      to="/w/$workspaceId/prospects"
      search={{ prospect: prospectId }}
    >
      {prospectName ?? (data ? personName(data.prospect) : 'Prospect')}
    </TextLink>
  );
}
