import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../api/lines.ts';
import { useReasonAgainst } from '../api/roles.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useKey } from '../shell/keys.ts';
import { BoardTable } from './lists/board-table.tsx';
import type { Board, Kind } from './lists/boards.ts';
import { DeleteBoard } from './lists/delete-board.tsx';
import { MergeBoard } from './lists/merge-board.tsx';
import { NameBoard } from './lists/name-board.tsx';
import type { ListsSearch } from './lists/search.ts';

type Opened =
  | { what: 'make' }
  | { what: 'rename' | 'delete'; board: Board }
  | { what: 'merge'; board: Board; intoId?: string };

const route = getRouteApi('/w/$workspaceId/lists');

/** What people are sorted by: made, renamed, joined and ended here; the people stay. */
export default function Lists() {
  const { kind: tab = 'lists', q = '' } = route.useSearch();
  const kind: Kind = tab === 'tags' ? 'tag' : 'list';
  const navigate = route.useNavigate();
  const boards = useRead('getBoards');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const show = (search: ListsSearch) =>
    void navigate({ search, replace: true, resetScroll: false });

  const role = useReasonAgainst('member');
  const full = useReasonAgainstMore(kind);
  const make = () => {
    if (role === null && full === null) setOpened({ what: 'make' });
  };
  useKey('n', `New ${kind}`, make);
  const makeButton = (
    <ActionButton leftSection={<IconPlus size={16} />} disabledReason={role ?? full} onClick={make}>
      {`New ${kind}`}
    </ActionButton>
  );
  const all = boards.data?.[`${kind}s`] ?? [];
  return (
    <>
      <PageHeader title="Lists & tags" {...(all.length > 0 && { action: makeButton })}>
        How the people of this workspace are sorted. Whatever is done here, the people stay.
        {full !== null && ` ${full}`}
      </PageHeader>
      <Loaded query={boards} what="the lists and tags">
        {(data) => (
          <Tabs
            value={tab}
            onChange={(value) => show(value === 'tags' ? { kind: 'tags' } : {})}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="lists">Lists ({data.lists.length.toLocaleString('en')})</Tabs.Tab>
              <Tabs.Tab value="tags">Tags ({data.tags.length.toLocaleString('en')})</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value={tab}>
              {all.length === 0 ? (
                <EmptyState
                  title={`No ${kind}s yet`}
                  action={makeButton}
                  snippet={<Snippet label="curl command" code={making(kind)} />}
                >
                  {kind === 'list'
                    ? 'A list holds people who belong together, such as those met at a fair.'
                    : 'A tag says something about a person, such as the language they speak.'}
                </EmptyState>
              ) : (
                <BoardTable
                  key={tab}
                  kind={kind}
                  boards={all}
                  filter={q}
                  onFilter={(words) =>
                    show({ ...(kind === 'tag' && { kind: 'tags' }), ...(words && { q: words }) })
                  }
                  onOpen={(what, board) => setOpened({ what, board })}
                />
              )}
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
      {opened?.what === 'make' && <NameBoard kind={kind} onClose={close} />}
      {opened?.what === 'rename' && (
        <NameBoard
          kind={kind}
          board={opened.board}
          onMerge={(intoId) => setOpened({ what: 'merge', board: opened.board, intoId })}
          onClose={close}
        />
      )}
      {opened?.what === 'merge' && (
        <MergeBoard kind={kind} boards={all} {...opened} onClose={close} />
      )}
      {opened?.what === 'delete' && (
        <DeleteBoard kind={kind} board={opened.board} onClose={close} />
      )}
    </>
  );
}

/** Why there can be no more of them, or null. */
function useReasonAgainstMore(kind: Kind): string | null {
  const { data } = useRead('getUsage');
  const room = data?.[`${kind}s`];
  if (!room || room.used < room.most) return null;
  return `A workspace has at most ${room.most.toLocaleString('en')} ${kind}s, and this one has them all: merge or delete some first.`;
}

const making = (kind: Kind) => `curl ${location.origin}/api/v1/manage/${kind}s \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "${kind === 'list' ? 'Trade fair 2026' : 'Speaks Portuguese'}"}'`;
