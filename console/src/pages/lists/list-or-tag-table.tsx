import { TextInput } from '@mantine/core';
import { IconArrowMerge, IconPencil, IconSearch, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { announce } from '../../components/live-region.tsx';
import { Filters } from '../../components/panel.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { FilteredEmptyState } from '../../components/states.tsx';
import { TagPill } from '../../components/tag-pill.tsx';
import type { Kind, ListOrTag } from './list-or-tag.ts';
import { defaultSort, type ListSort, nextSort, sortItems, sortNames } from './list-sort.ts';
import type { TableSearch } from './search.ts';
import { Share } from './share.tsx';

type Action = 'enroll' | 'rename' | 'merge' | 'delete';

interface Props {
  kind: Kind;
  items: ListOrTag[];
  /** The number of prospects in the workspace. */
  total: number;
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
  onOpen: (action: Action, item: ListOrTag) => void;
}

/** So many rows are found at a glance. */
const maxWithoutFilter = 8;
const pageSize = 100;

export function ListOrTagTable({ kind, items, total, search, onSearch, onOpen }: Props) {
  const [shown, setShown] = useState(pageSize);
  const [text, setText] = useState(search.q ?? '');
  const reason = useDisabledReason('member');
  const sort = search.sort ?? defaultSort;
  const found = sortItems(items, sort).filter(({ name }) =>
    name.toLowerCase().includes(text.toLowerCase()),
  );
  const show = (typed: string, by: ListSort) =>
    onSearch({ ...(typed && { q: typed }), ...(by !== defaultSort && { sort: by }) });
  const filterBy = (typed: string) => {
    setText(typed);
    show(typed, sort);
  };
  const sortBy = (field: 'name' | 'people') =>
    ({
      order: sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined,
      next: sortNames[nextSort(field, sort)],
      onSort: () => {
        show(text, nextSort(field, sort));
        announce(`Sorted: ${sortNames[nextSort(field, sort)]}`);
      },
    }) as const;
  const alone = items.length === 1 ? `There is no other ${kind} to merge with.` : null;
  return (
    <>
      {(items.length > maxWithoutFilter || text !== '') && (
        <Filters>
          <TextInput
            label="Filter by name"
            placeholder="Filter by name"
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
            {
              title: 'Name',
              grow: true,
              sort: sortBy('name'),
              cell: ({ id, name }) => (
                <TextLink
                  inherit
                  from="/w/$workspaceId"
                  to="/w/$workspaceId/prospects"
                  search={kind === 'list' ? { listId: id } : { tagId: id }}
                >
                  {kind === 'tag' ? <TagPill name={name} /> : name}
                </TextLink>
              ),
            },
            {
              title: 'People',
              align: 'end',
              sort: sortBy('people'),
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
              title: 'Of all prospects',
              align: 'end',
              cell: ({ count }) => <Share count={count} total={total} />,
            },
            {
              title: 'Actions',
              hideTitle: true,
              align: 'end',
              cell: (item) => (
                <RowMenu
                  name={item.name}
                  disabledReason={reason}
                  actions={[
                    {
                      label: 'Enroll in a campaign…',
                      icon: IconSend,
                      onClick: () => onOpen('enroll', item),
                      disabledReason: item.count === 0 ? `This ${kind} has no prospects.` : null,
                    },
                    { label: 'Rename…', icon: IconPencil, onClick: () => onOpen('rename', item) },
                    {
                      label: 'Merge…',
                      icon: IconArrowMerge,
                      onClick: () => onOpen('merge', item),
                      disabledReason: alone,
                    },
                    {
                      label: 'Delete…',
                      icon: IconTrash,
                      onClick: () => onOpen('delete', item),
                      isDangerous: true,
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
    </>
  );
}
