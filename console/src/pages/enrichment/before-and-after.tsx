import type { EnrichmentResult } from '@outcrop/contract';
import { DescriptionList } from '../../components/description-list.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { ResearchFindings } from '../../features/enrichment/research-findings.tsx';
import { fieldNames } from '../../features/prospect/fields.ts';
import classes from './enrichment.module.css';

type ChangedFields = NonNullable<EnrichmentResult['after']>;

/** The changed fields before and after the enrichment. */
export function BeforeAndAfter({ before, after }: Pick<EnrichmentResult, 'before' | 'after'>) {
  if (!before || !after)
    return <p className={classes.muted}>The results were deleted with the prospect.</p>;
  return (
    <div className={classes.pair}>
      <section>
        <h4>Before</h4>
        <FieldValues values={before} />
      </section>
      <section>
        <h4>After</h4>
        <FieldValues values={after} />
      </section>
    </div>
  );
}

function FieldValues({ values }: { values: ChangedFields }) {
  const { firstTouchLine, enrichment, title, website, locationName } = values;
  const fields = {
    ...(title !== undefined && { [fieldNames.title]: title ?? '–' }),
    ...(website !== undefined && {
      [fieldNames.website]: website === null ? '–' : <ExternalLink url={website} />,
    }),
    ...(locationName !== undefined && { [fieldNames.locationName]: locationName ?? '–' }),
  };
  return (
    <>
      {firstTouchLine && <p className={classes.line}>{firstTouchLine}</p>}
      {firstTouchLine === null && <p className={classes.muted}>No opening line</p>}
      {Object.keys(fields).length > 0 && <DescriptionList items={fields} />}
      {enrichment && <ResearchFindings {...enrichment} />}
      {enrichment === null && <p className={classes.muted}>No research</p>}
    </>
  );
}
