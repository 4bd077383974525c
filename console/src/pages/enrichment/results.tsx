import { Select } from '@mantine/core';
import type { EnrichmentResult } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { LoadMore, type MorePages } from '../../components/load-more.tsx';
import { Section } from '../../components/page-header.tsx';
import { Filters } from '../../components/panel.tsx';
import { FilteredEmptyState } from '../../components/states.tsx';
import { resultBadges } from './badges.tsx';
import classes from './enrichment.module.css';
import { Result } from './result.tsx';
import { type ResultStatus, resultStatuses } from './search.ts';

const route = getRouteApi('/w/$workspaceId/enrichment/$jobId');

export function Results({ results, pages }: { results: EnrichmentResult[]; pages: MorePages }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (next: string | null) =>
    void navigate({
      search: next === null ? {} : { status: next as ResultStatus },
      replace: true,
      resetScroll: false,
    });
  return (
    <Section title="Results">
      <Filters>
        <Select
          label="Status"
          placeholder="All statuses"
          data={resultStatuses.map((value) => ({ value, label: resultBadges[value].label }))}
          value={status ?? null}
          onChange={filter}
          clearable
          w={200}
        />
      </Filters>
      {results.length === 0 && status ? (
        <FilteredEmptyState
          filters={[`status ${resultBadges[status].label}`]}
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
