import { Button, CloseButton } from '@mantine/core';
import { type Stage, stageName } from '@outcrop/contract/stages';
import type { MouseEvent } from 'react';
import { splitValues } from '../../browser/search-parameters.ts';
import classes from './filter-chips.module.css';
import { enrichmentNames, type FilterNames, sourceNames } from './prospect-labels.ts';
import type { ProspectFilters } from './search.ts';

interface Props {
  filters: ProspectFilters;
  names: FilterNames;
  onChange: (name: keyof ProspectFilters, value: null) => void;
  onClear: () => void;
}

/** The active filters except the search, each with a button that removes it. */
export function FilterChips({ filters, names, onChange, onClear }: Props) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {active.map((name) => {
        const [label, value] = chipText(name, filters, names);
        const text = `${label}: ${value}`;
        return (
          <li key={name} className={classes.chip} title={text}>
            <span className={classes.text}>
              <span className={classes.label}>{label}:</span> {value}
            </span>
            <CloseButton
              size="sm"
              aria-label={`Remove filter ${text}`}
              onClick={(event) => {
                focusNeighbor(event);
                onChange(name, null);
              }}
            />
          </li>
        );
      })}
      <li>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            document.getElementById('main')?.focus({ preventScroll: true });
            onClear();
          }}
        >
          Clear all
        </Button>
      </li>
    </ul>
  );
}

type Filter = keyof ProspectFilters;

/** Search has its own field, which shows it. */
export const activeFilters = (filters: ProspectFilters): Filter[] =>
  (Object.keys(filters) as Filter[]).filter((name) => name !== 'q');

/** The removed chip would take the focus with it. */
function focusNeighbor({ currentTarget }: MouseEvent<HTMLElement>): void {
  const item = currentTarget.closest('li');
  const isLast = item?.parentElement?.childElementCount === 2;
  const next = isLast ? document.getElementById('main') : item?.nextElementSibling;
  const target = isLast ? next : next?.querySelector('button');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

type NamedItems = { id: string; name: string }[];
type FilterText = (value: string, names: FilterNames) => string;

const joinValues =
  (nameOf: (value: string, names: FilterNames) => string | undefined): FilterText =>
  (value, names) =>
    splitValues(value)
      .map((each) => nameOf(each, names) ?? each)
      .join(', ');
const joinNames = (namesOf: (names: FilterNames) => NamedItems): FilterText =>
  joinValues(
    (id, names) =>
      namesOf(names).find((each) => each.id === id)?.name ?? (names.isLoaded ? 'deleted' : '…'),
  );
const withOrWithout: FilterText = (value) => (value === 'true' ? 'with' : 'without');
const plainValue: FilterText = (value) => value;

/** Label and value of each filter, in the words of the filter bar. */
const chips: Record<Filter, [label: string, text: FilterText]> = {
  q: ['Search', plainValue],
  stage: ['Stage', joinValues((value) => stageName[value as Stage])],
  listId: ['List', joinNames(({ lists }) => lists)],
  tagId: ['Tag', joinNames(({ tags }) => tags)],
  campaignId: ['Campaign', joinNames(({ campaigns }) => campaigns)],
  ownerId: [
    'Owner',
    joinValues((id, { owners }) => owners.find(({ value }) => value === id)?.label),
  ],
  sourceType: ['Source', joinValues((value) => sourceNames[value as keyof typeof sourceNames])],
  company: ['Company', plainValue],
  hasEmail: ['Email', withOrWithout],
  hasPhone: ['Phone', withOrWithout],
  hasLinkedin: ['LinkedIn', withOrWithout],
  enrichmentStatus: [
    'Enrichment',
    joinValues((value) => enrichmentNames[value as keyof typeof enrichmentNames]),
  ],
  createdFrom: ['Added from (UTC)', plainValue],
  createdTo: ['Added to (UTC)', plainValue],
  updatedFrom: ['Updated from (UTC)', plainValue],
  updatedTo: ['Updated to (UTC)', plainValue],
};

function chipText(name: Filter, filters: ProspectFilters, names: FilterNames): [string, string] {
  const [label, text] = chips[name];
  return [label, text(filters[name] ?? '', names)];
}
