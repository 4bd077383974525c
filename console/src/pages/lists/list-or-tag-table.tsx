import { Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { Filters } from '../../components/panel.tsx';
import { FilteredEmptyState } from '../../components/states.tsx';
import type { Kind, ListOrTag } from './list-or-tag.ts';

type Action = 'rename' | 'merge' | 'delete';

interface Props {
  kind: Kind;
  items: ListOrTag[];
  filter: string;
  onFilter: (text: string) => void;
  onOpen: (action: Action, item: ListOrTag) => void;
}

/** The filter is shown from this many rows. */
const minForFilter = 10;
const pageSize = 100;

export function ListOrTagTable({ kind, items, filter, onFilter, onOpen }: Props) {
  const [shown, setShown] = useState(pageSize);
  const [text, setText] = useState(filter);
  const reason = useDisabledReason('member');
  const found = items.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const filterBy = (typed: string) => {
    setText(typed);
    onFilter(typed);
  };
  const actionButton = (
    action: Action,
    verb: string,
    item: ListOrTag,
    against: string | null = null,
  ) => (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      {...(action === 'delete' && { color: 'danger' })}
      aria-label={`${verb} ${item.name}`}
      disabledReason={reason ?? against}
      onClick={() => onOpen(action, item)}
    >
      {verb}
    </ActionButton>
  );
  const alone = items.length === 1 ? `There is no other ${kind} to merge with.` : null;
  return (
    <>
      {(items.length >= minForFilter || text !== '') && (
        <Filters>
          <TextInput
            label="Filter by name"
            leftSection={<IconSearch size={16} />}
            w={280}
            autoComplete="off"
            value={text}
            onChange={(event) => filterBy(event.currentTarget.value)}
          />
        </Filters>
      )}
      {found.length === 0 ? (
        <FilteredEmptyState filters={[`“${text}”`]} onClear={() => filterBy('')} />
      ) : (
        <DataTable
          label={kind === 'list' ? 'Lists' : 'Tags'}
          rows={found.slice(0, shown)}
          keyOf={({ id }) => id}
          {...(found.length > pageSize && {
            more: {
              hasNextPage: found.length > shown,
              isFetchingNextPage: false,
              fetchNextPage: () => setShown(shown + pageSize),
            },
          })}
          columns={[
            { title: 'Name', grow: true, cell: ({ name }) => name },
            {
              title: 'People',
              align: 'end',
              cell: ({ id, name, count }) => (
                <TextLink
                  inherit
                  from="/w/$workspaceId"
                  to="/w/$workspaceId/prospects"
                  search={kind === 'list' ? { listId: id } : { tagId: id }}
                  aria-label={`${formatNumber(count)} in ${name}`}
                >
                  {formatNumber(count)}
                </TextLink>
              ),
            },
            {
              title: 'Actions',
              hideTitle: true,
              align: 'end',
              cell: (item) => (
                <Group gap={4} wrap="nowrap" display="inline-flex">
                  {actionButton('rename', 'Rename', item)}
                  {actionButton('merge', 'Merge', item, alone)}
                  {actionButton('delete', 'Delete', item)}
                </Group>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
