import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Filters } from '../../parts/panel.tsx';
import { stageNames, stages } from '../../parts/stages.ts';
import { ColumnChoice } from './column-choice.tsx';
import classes from './people-filters.module.css';
import { enrichmentNames, type FilterNames } from './people-words.ts';
import { enrichmentStatuses, type ProspectFilters } from './search.ts';
import { SearchBox } from './search-box.tsx';

interface Props {
  filters: ProspectFilters;
  names: FilterNames;
  onChange: (name: keyof ProspectFilters, value: string | null) => void;
}

type Choices = { value: string; label: string }[];
const boards = (all: { id: string; name: string }[]): Choices =>
  all.map(({ id, name }) => ({ value: id, label: name }));
const withOrWithout: Choices = [
  { value: 'true', label: 'With' },
  { value: 'false', label: 'Without' },
];
const stageChoices = stages.map((value) => ({ value, label: stageNames[value] }));
const enrichmentChoices = enrichmentStatuses.map((value) => ({
  value,
  label: enrichmentNames[value],
}));

/** Filters that need no button to be seen, except where the screen is narrow. */
const inSight = ['stage', 'listId', 'tagId'];

/** Who is listed. What is asked for most stands open, the rest behind a button. */
export const PeopleFilters = memo(({ filters, names, onChange }: Props) => {
  const { q = '' } = filters;
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const given = Object.keys(filters).filter((name) => name !== 'q');
  const behind = given.filter((name) => !inSight.includes(name));
  const hidden = (isNarrow ? given : behind).length;
  const [isOpen, { toggle }] = useDisclosure(behind.length > 0);

  const choice = (
    name: keyof ProspectFilters,
    label: string,
    every: string,
    data: Choices,
  ): ReactNode => (
    <Select
      label={label}
      placeholder={every}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => onChange(name, value)}
      searchable={data.length > 7}
      limit={200}
      clearable
      comboboxProps={{ keepMounted: false }}
    />
  );
  const date = (name: 'createdFrom' | 'createdTo', label: string): ReactNode => (
    <TextInput
      type="date"
      label={label}
      value={filters[name] ?? ''}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  );
  return (
    <Filters>
      <div className={classes.filters} data-open={isOpen || undefined}>
        <div className={classes.search}>
          <SearchBox q={q} onSearch={(words) => onChange('q', words)} />
        </div>
        <div className={classes.often}>
          {choice('stage', 'Stage', 'Every stage', stageChoices)}
          {choice('listId', 'List', 'Every list', boards(names.lists))}
          {choice('tagId', 'Tag', 'Every tag', boards(names.tags))}
        </div>
        <div className={classes.buttons}>
          <Button
            className={classes.toggle}
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {hidden > 0 ? `Filters (${hidden})` : 'Filters'}
          </Button>
          <ColumnChoice />
        </div>
        {isOpen && (
          <div className={classes.rest}>
            {choice('campaignId', 'Campaign', 'Every campaign', boards(names.campaigns))}
            {choice('hasEmail', 'E-mail', 'With or without', withOrWithout)}
            {choice('hasLinkedin', 'LinkedIn', 'With or without', withOrWithout)}
            {choice('enrichmentStatus', 'Enrichment', 'Every state', enrichmentChoices)}
            {date('createdFrom', 'Added from (UTC)')}
            {date('createdTo', 'Added up to (UTC)')}
          </div>
        )}
      </div>
    </Filters>
  );
});
