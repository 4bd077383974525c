import { Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useReasonAgainst } from '../../api/roles.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Filters } from '../../parts/panel.tsx';
import { FilteredEmptyState } from '../../parts/states.tsx';
import type { Board, Kind } from './boards.ts';

type Deed = 'rename' | 'merge' | 'delete';

interface Props {
  kind: Kind;
  boards: Board[];
  /** Words that names must have. */
  filter: string;
  onFilter: (words: string) => void;
  onOpen: (deed: Deed, board: Board) => void;
}

/** Below so many, everything is seen at a glance. */
const manyFrom = 10;
const pageSize = 100;

export function BoardTable({ kind, boards, filter, onFilter, onOpen }: Props) {
  const [shown, setShown] = useState(pageSize);
  const [words, setWords] = useState(filter);
  const reason = useReasonAgainst('member');
  const found = boards.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  const filterBy = (typed: string) => {
    setWords(typed);
    onFilter(typed);
  };
  const act = (deed: Deed, verb: string, board: Board, against: string | null = null) => (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      {...(deed === 'delete' && { color: 'danger' })}
      aria-label={`${verb} ${board.name}`}
      disabledReason={reason ?? against}
      onClick={() => onOpen(deed, board)}
    >
      {verb}
    </ActionButton>
  );
  const alone = boards.length === 1 ? `There is no other ${kind} to merge it into.` : null;
  return (
    <>
      {(boards.length >= manyFrom || words !== '') && (
        <Filters>
          <TextInput
            label="Filter by name"
            leftSection={<IconSearch size={16} />}
            w={280}
            autoComplete="off"
            value={words}
            onChange={(event) => filterBy(event.currentTarget.value)}
          />
        </Filters>
      )}
      {found.length === 0 ? (
        <FilteredEmptyState filters={[`“${words}” in its name`]} onClear={() => filterBy('')} />
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
                  aria-label={`${count.toLocaleString('en')} in ${name}`}
                >
                  {count.toLocaleString('en')}
                </TextLink>
              ),
            },
            {
              title: 'Actions',
              untitled: true,
              align: 'end',
              cell: (board) => (
                <Group gap={4} wrap="nowrap" display="inline-flex">
                  {act('rename', 'Rename', board)}
                  {act('merge', 'Merge', board, alone)}
                  {act('delete', 'Delete', board)}
                </Group>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
