import type { EnrichmentResult } from '@outcrop/contract';
import { Facts } from '../../parts/facts.tsx';
import { Findings } from '../../parts/findings.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { personFieldNames } from '../../parts/person.ts';
import classes from './enrichment.module.css';

type Touched = NonNullable<EnrichmentResult['after']>;

/** What someone had of what was changed, and what they have since. */
export function BeforeAndAfter({ before, after }: Pick<EnrichmentResult, 'before' | 'after'>) {
  if (!before || !after)
    return <p className={classes.muted}>What was found went with the person who was deleted.</p>;
  return (
    <div className={classes.pair}>
      <section>
        <h4>Before</h4>
        <Known touched={before} />
      </section>
      <section>
        <h4>After</h4>
        <Known touched={after} />
      </section>
    </div>
  );
}

function Known({ touched }: { touched: Touched }) {
  const { firstTouchLine, enrichment, title, website, locationName } = touched;
  const fields = {
    ...(title !== undefined && { [personFieldNames.title]: title ?? '–' }),
    ...(website !== undefined && {
      [personFieldNames.website]: website === null ? '–' : <OutsideLink url={website} />,
    }),
    ...(locationName !== undefined && { [personFieldNames.locationName]: locationName ?? '–' }),
  };
  return (
    <>
      {firstTouchLine && <p className={classes.line}>{firstTouchLine}</p>}
      {firstTouchLine === null && <p className={classes.muted}>No first line</p>}
      {Object.keys(fields).length > 0 && <Facts facts={fields} />}
      {enrichment && <Findings {...enrichment} />}
      {enrichment === null && <p className={classes.muted}>Nothing was researched</p>}
    </>
  );
}
