import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { stageName, stages } from '@outcrop/contract/stages';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { splitValues } from '../../browser/search-parameters.ts';
import { MultiChoice } from '../../components/multi-choice.tsx';
import { Filters } from '../../components/panel.tsx';
import { ColumnChoice } from './column-choice.tsx';
import classes from './filter-bar.module.css';
import { enrichmentNames, type FilterNames, sourceNames } from './prospect-labels.ts';
import { enrichmentStatuses, type ProspectFilters, sourceTypes } from './search.ts';
import { CompanyBox, SearchBox } from './search-box.tsx';

interface Props {
  filters: ProspectFilters;
  names: FilterNames;
  onChange: (name: keyof ProspectFilters, value: string | null) => void;
}

type Choices = { value: string; label: string }[];
const toChoices = (all: { id: string; name: string }[]): Choices =>
  all.map(({ id, name }) => ({ value: id, label: name }));
const withOrWithout: Choices = [
  { value: 'true', label: 'With' },
  { value: 'false', label: 'Without' },
];
const stageChoices = stages.map((value) => ({ value, label: stageName[value] }));
const sourceChoices = sourceTypes.map((value) => ({ value, label: sourceNames[value] }));
const enrichmentChoices = enrichmentStatuses.map((value) => ({
  value,
  label: enrichmentNames[value],
}));

/** Filters that are always visible, except on narrow screens. */
const visibleFilters = ['stage', 'listId', 'tagId'];

export const FilterBar = memo(({ filters, names, onChange }: Props) => {
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const active = Object.keys(filters).filter((name) => name !== 'q');
  const collapsed = active.filter((name) => !visibleFilters.includes(name));
  const hiddenCount = (isNarrow ? active : collapsed).length;
  const [isOpen, { toggle }] = useDisclosure(collapsed.length > 0);

  const choice = (
    name: keyof ProspectFilters,
    label: string,
    placeholder: string,
    data: Choices,
  ): ReactNode => (
    <Select
      label={label}
      placeholder={placeholder}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => onChange(name, value)}
      searchable={data.length > 7}
      limit={200}
      clearable
      comboboxProps={{ keepMounted: false }}
    />
  );
  const choices = (
    name: 'stage' | 'listId' | 'tagId' | 'sourceType',
    label: string,
    placeholder: string,
    data: Choices,
  ): ReactNode => (
    <MultiChoice
      label={label}
      placeholder={placeholder}
      data={data}
      values={splitValues(filters[name])}
      onChange={(values) => onChange(name, values.join(','))}
      unknown={names.isLoaded ? 'Deleted' : '…'}
    />
  );
  const date = (
    name: 'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo',
    label: string,
  ): ReactNode => (
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
          <SearchBox text={filters.q ?? ''} onChange={(words) => onChange('q', words)} />
        </div>
        <div className={classes.often}>
          {choices('stage', 'Stage', 'All stages', stageChoices)}
          {choices('listId', 'List', 'All lists', toChoices(names.lists))}
          {choices('tagId', 'Tag', 'All tags', toChoices(names.tags))}
        </div>
        <div className={classes.buttons}>
          <Button
            className={classes.toggle}
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {hiddenCount > 0 ? `Filters (${hiddenCount})` : 'Filters'}
          </Button>
          <ColumnChoice />
        </div>
        {isOpen && (
          <div className={classes.rest}>
            {choice('campaignId', 'Campaign', 'All campaigns', toChoices(names.campaigns))}
            {choices('sourceType', 'Source', 'All sources', sourceChoices)}
            <CompanyBox
              text={filters.company ?? ''}
              onChange={(company) => onChange('company', company)}
            />
            {choice('hasEmail', 'Email', 'Any', withOrWithout)}
            {choice('hasPhone', 'Phone', 'Any', withOrWithout)}
            {choice('hasLinkedin', 'LinkedIn', 'Any', withOrWithout)}
            {choice('enrichmentStatus', 'Enrichment', 'All statuses', enrichmentChoices)}
            {date('createdFrom', 'Added after')}
            {date('createdTo', 'Added before')}
            {date('updatedFrom', 'Updated after')}
            {date('updatedTo', 'Updated before')}
          </div>
        )}
      </div>
    </Filters>
  );
});
