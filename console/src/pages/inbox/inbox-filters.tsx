import { Button, Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { SearchInput } from '../../components/search-input.tsx';
import { kindLabels, messageKinds } from '../../features/conversations/conversation-labels.ts';
import classes from './inbox.module.css';
import { type FilterNames, stateLabels } from './inbox-labels.ts';
import type { InboxFilters as Shown } from './search.ts';

interface Props {
  filters: Shown;
  names: FilterNames;
  onChange: (name: keyof Shown, value: string | null) => void;
}

const kindChoices = messageKinds.map((value) => ({ value, label: kindLabels[value] }));
const stateChoices = Object.entries(stateLabels).map(([value, label]) => ({ value, label }));

export function InboxFilters({ filters, names, onChange }: Props) {
  const { state = 'open', unread, kind, mailboxId, campaignId } = filters;
  const hidden = [unread, kind, mailboxId, campaignId].filter(Boolean).length;
  const [isOpen, { toggle }] = useDisclosure(hidden > 0);
  const select = (
    name: 'kind' | 'mailboxId' | 'campaignId',
    label: string,
    placeholder: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      placeholder={placeholder}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => onChange(name, value)}
      searchable={data.length > 7}
      clearable
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: React's types do not include <search> yet
    <div className={classes.filters} role="search">
      <SegmentedControl
        fullWidth
        aria-label="State"
        data={stateChoices}
        value={state}
        onChange={(value) => onChange('state', value)}
      />
      <div className={classes.searchLine}>
        <SearchInput
          aria-label="Search conversations"
          placeholder="Search"
          maxLength={200}
          shortcutLabel="Search conversations"
          text={filters.q ?? ''}
          onChange={(text) => onChange('q', text)}
          // The list can be used at once, and keys work again.
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {hidden > 0 ? `Filters (${hidden})` : 'Filters'}
        </Button>
      </div>
      {isOpen && (
        <div className={classes.moreFilters}>
          <Checkbox
            label="Unread only"
            checked={unread ?? false}
            onChange={(event) => onChange('unread', event.currentTarget.checked ? 'true' : null)}
          />
          {select('kind', 'Kind', 'All kinds', kindChoices)}
          {select(
            'mailboxId',
            'Mailbox',
            'All mailboxes',
            names.mailboxes.map(({ id, address }) => ({ value: id, label: address })),
          )}
          {select(
            'campaignId',
            'Campaign',
            'All campaigns',
            names.campaigns.map(({ id, name }) => ({ value: id, label: name })),
          )}
        </div>
      )}
    </div>
  );
}
