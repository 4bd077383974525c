import { Select } from '@mantine/core';
import type { EnrichmentResult } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { LoadMore, type MorePages } from '../../parts/load-more.tsx';
import { Section } from '../../parts/page-header.tsx';
import { Filters } from '../../parts/panel.tsx';
import { FilteredEmptyState } from '../../parts/states.tsx';
import classes from './enrichment.module.css';
import { workLooks } from './marks.tsx';
import { Result } from './result.tsx';
import { type WorkStatus, workStatuses } from './search.ts';

const route = getRouteApi('/w/$workspaceId/enrichment/$jobId');

/** What came of a job, person by person. */
export function Results({ results, pages }: { results: EnrichmentResult[]; pages: MorePages }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (next: string | null) =>
    void navigate({
      search: next === null ? {} : { status: next as WorkStatus },
      replace: true,
      resetScroll: false,
    });
  return (
    <Section title="Results">
      <Filters>
        <Select
          label="State"
          placeholder="Every state"
          data={workStatuses.map((value) => ({ value, label: workLooks[value].word }))}
          value={status ?? null}
          onChange={filter}
          clearable
          w={200}
        />
      </Filters>
      {results.length === 0 && status ? (
        <FilteredEmptyState
          filters={[`the state "${workLooks[status].word}"`]}
          onClear={() => filter(null)}
        />
      ) : (
        <>
          <ul className={classes.results} aria-label="Results">
            {results.map((result) => (
              <Result key={result.id} result={result} />
            ))}
          </ul>
          <LoadMore shown={results.length} pages={pages} />
        </>
      )}
    </Section>
  );
}
