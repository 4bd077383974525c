import { useRead } from '../../api/endpoints.ts';
import { ButtonLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import type { InboxState } from './search.ts';

interface Props {
  state: InboxState;
  /** The active filters, for display. */
  filters: string[];
  onClear: () => void;
}

export function NoConversations({ state, filters, onClear }: Props) {
  if (filters.length > 0) return <FilteredEmptyState filters={filters} onClear={onClear} />;
  if (state === 'snoozed')
    return (
      <EmptyState title="No snoozed conversations">
        Snooze a conversation to bring it back later.
      </EmptyState>
    );
  if (state === 'closed')
    return (
      <EmptyState title="No closed conversations">
        Close a conversation when nothing is left to do.
      </EmptyState>
    );
  return <NothingOpen />;
}

function NothingOpen() {
  const any = useRead('getConversations', { query: { limit: '1' } });
  return (
    <QueryBoundary query={any} what="the conversations">
      {({ conversations }) =>
        conversations.length > 0 ? (
          <EmptyState title="All done">Nothing is open. New replies appear here.</EmptyState>
        ) : (
          <EmptyState
            title="No replies yet"
            action={
              <ButtonLink from="/w/$workspaceId" to="/w/$workspaceId/prospects">
                Enroll prospects
              </ButtonLink>
            }
          >
            Replies to your campaigns appear here.
          </EmptyState>
        )
      }
    </QueryBoundary>
  );
}
