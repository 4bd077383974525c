import { useIntersection } from '@mantine/hooks';
import type { EnrichmentResult } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { TextLink } from '../../components/links.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { ResultBadge } from './badges.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import classes from './enrichment.module.css';

export function Result({ result }: { result: EnrichmentResult }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const { status, reason, before, after, model, finishedAt } = result;
  return (
    <li ref={ref} className={classes.result}>
      <div className={classes.resultHead}>
        <h3>
          <ProspectLink result={result} isNearViewport={entry?.isIntersecting ?? false} />
        </h3>
        <ResultBadge status={status} />
        <span className={classes.resultTime}>{finishedAt && <RelativeTime at={finishedAt} />}</span>
      </div>
      {reason && <p>{reason}</p>}
      {status === 'failed' && <p className={classes.muted}>The credit was refunded.</p>}
      {status === 'done' && <BeforeAndAfter before={before} after={after} />}
      {model && <p className={classes.muted}>Model: {model}</p>}
    </li>
  );
}

interface ProspectLinkProps {
  result: EnrichmentResult;
  isNearViewport: boolean;
}

/** Loads a prospect without a name when near the viewport, since an email may identify them. */
function ProspectLink({ result, isNearViewport }: ProspectLinkProps) {
  const { prospectId, status, prospectName: name } = result;
  const exists = status !== 'cancelled';
  const { data, error } = useRead(
    'getProspect',
    { params: { prospectId } },
    { enabled: exists && isNearViewport && name === null },
  );
  if (!exists || error) return 'Deleted prospect';
  return (
    <TextLink
      inherit
      from="/w/$workspaceId/enrichment/$jobId"
      to="/w/$workspaceId/prospects"
      search={{ prospect: prospectId }}
    >
      {name ?? (data ? prospectName(data.prospect) : 'Prospect')}
    </TextLink>
  );
}
