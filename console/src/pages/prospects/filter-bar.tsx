import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { stageName, stages } from '@outcrop/contract/stages';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { splitValues } from '../../browser/search-parameters.ts';
import { MultiChoice } from '../../components/multi-choice.tsx';
import { Filters } from '../../components/panel.tsx';
import { ColumnChoice } from './column-choice.tsx';
import classes from './filter-bar.module.css';
import { activeFilters } from './filter-chips.tsx';
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

/** Filters that are always visible, except where there is no room for them. */
const visibleFilters = ['stage', 'listId', 'tagId'];
const isVisible = (name: string) => visibleFilters.includes(name);

export const FilterBar = memo(({ filters, names, onChange }: Props) => {
  const active = activeFilters(filters);
  const collapsed = active.filter((name) => !isVisible(name));
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
      hasLabelInside={isVisible(name)}
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
      <div className={classes.container}>
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
              className={`${classes.button} ${classes.toggle}`}
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} />}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              <span>
                <span className={classes.word}>Filters</span>
                {active.length > 0 && ` (${active.length})`}
              </span>
            </Button>
            <ColumnChoice />
          </div>
          {isOpen && (
            <div className={classes.rest} data-labeled>
              {choice('campaignId', 'Campaign', 'All campaigns', toChoices(names.campaigns))}
              {choice('ownerId', 'Owner', 'Anyone', names.owners)}
              {choices('sourceType', 'Source', 'All sources', sourceChoices)}
              <CompanyBox
                text={filters.company ?? ''}
                onChange={(company) => onChange('company', company)}
              />
              {choice('hasEmail', 'Email', 'Any', withOrWithout)}
              {choice('hasPhone', 'Phone', 'Any', withOrWithout)}
              {choice('hasLinkedin', 'LinkedIn', 'Any', withOrWithout)}
              {choice('enrichmentStatus', 'Enrichment', 'All statuses', enrichmentChoices)}
              {date('createdFrom', 'Added from (UTC)')}
              {date('createdTo', 'Added to (UTC)')}
              {date('updatedFrom', 'Updated from (UTC)')}
              {date('updatedTo', 'Updated to (UTC)')}
            </div>
          )}
        </div>
      </div>
    </Filters>
  );
});
