import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState } from '../../components/states.tsx';
import { EnrollDialog } from '../../features/enrolling/enroll-dialog.tsx';
import { DeleteListOrTag } from './delete-list-or-tag.tsx';
import type { Kind, ListOrTag } from './list-or-tag.ts';
import { ListOrTagForm } from './list-or-tag-form.tsx';
import { ListOrTagTable } from './list-or-tag-table.tsx';
import classes from './lists.module.css';
import { MergeListOrTag } from './merge-list-or-tag.tsx';
import type { ListsSearch } from './search.ts';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'enroll' | 'rename' | 'delete'; item: ListOrTag }
  | { kind: 'merge'; item: ListOrTag; intoId?: string };

const route = getRouteApi('/w/$workspaceId/lists');

export default function Lists() {
  const { kind: tab = 'lists', ...search } = route.useSearch();
  const kind: Kind = tab === 'tags' ? 'tag' : 'list';
  const navigate = route.useNavigate();
  const boards = useRead('getBoards');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const show = (search: ListsSearch) =>
    void navigate({ search, replace: true, resetScroll: false });

  const role = useDisabledReason('member');
  const full = useLimitReason(kind);
  const create = () => {
    if (role === null && full === null) setDialog({ kind: 'create' });
  };
  useKey('n', `New ${kind}`, create);
  const createButton = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      disabledReason={role ?? full}
      onClick={create}
    >
      {`New ${kind}`}
    </ActionButton>
  );
  const all = boards.data?.[`${kind}s`] ?? [];
  return (
    <div className={classes.page}>
      <PageHeader title="Lists & tags" {...(all.length > 0 && { action: createButton })}>
        Organize prospects. Deleting a list or tag doesn’t delete prospects.
        {full !== null && ` ${full}`}
      </PageHeader>
      <QueryBoundary query={boards} what="the lists and tags">
        {(data) => (
          <Tabs
            value={tab}
            onChange={(value) => show(value === 'tags' ? { kind: 'tags' } : {})}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="lists">Lists ({formatNumber(data.lists.length)})</Tabs.Tab>
              <Tabs.Tab value="tags">Tags ({formatNumber(data.tags.length)})</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value={tab}>
              {all.length === 0 ? (
                <EmptyState
                  title={`No ${kind}s yet`}
                  action={createButton}
                  snippet={<Snippet label="curl command" code={createCommand(kind)} />}
                >
                  {kind === 'list'
                    ? 'Group prospects into lists, such as contacts from a trade fair.'
                    : 'Label prospects with tags, such as the language they speak.'}
                </EmptyState>
              ) : (
                <ListOrTagTable
                  key={tab}
                  kind={kind}
                  items={all}
                  total={sumOf(data.stages)}
                  search={search}
                  onSearch={(next) => show({ ...(kind === 'tag' && { kind: 'tags' }), ...next })}
                  onOpen={(action, item) => setDialog({ kind: action, item })}
                />
              )}
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryBoundary>
      {dialog?.kind === 'create' && <ListOrTagForm kind={kind} onClose={close} />}
      {dialog?.kind === 'enroll' && <Enroll kind={kind} item={dialog.item} onClose={close} />}
      {dialog?.kind === 'rename' && (
        <ListOrTagForm
          kind={kind}
          item={dialog.item}
          onMerge={(intoId) => setDialog({ kind: 'merge', item: dialog.item, intoId })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeListOrTag items={all} {...dialog} kind={kind} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteListOrTag kind={kind} item={dialog.item} onClose={close} />
      )}
    </div>
  );
}

/** Every prospect is in one stage. */
const sumOf = (stages: { count: number }[]): number =>
  stages.reduce((sum, { count }) => sum + count, 0);

interface EnrollProps {
  kind: Kind;
  item: ListOrTag;
  onClose: () => void;
}

/** Enrolls everyone on a list or with a tag. */
function Enroll({ kind, item: { id, name }, onClose }: EnrollProps) {
  const target = useMemo(
    () => ({ filter: kind === 'list' ? { listId: [id] } : { tagId: [id] } }),
    [kind, id],
  );
  return <EnrollDialog title={`Enroll “${name}”`} target={target} onClose={onClose} />;
}

/** Why no more can be created, or null. */
function useLimitReason(kind: Kind): string | null {
  const { data } = useRead('getUsage');
  const limit = data?.[`${kind}s`];
  if (!limit || limit.used < limit.most) return null;
  return `This workspace has reached its limit of ${formatNumber(limit.most)} ${kind}s. Merge or delete some first.`;
}

const createCommand = (kind: Kind) => `curl ${location.origin}/api/v1/manage/${kind}s \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "${kind === 'list' ? 'Trade fair 2026' : 'Speaks Portuguese'}"}'`;
