import { IconMessages } from '@tabler/icons-react';
import { useRef } from 'react';
import { usePages, useRead } from '../../api/endpoints.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { State } from '../../components/states.tsx';
import { ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import { describeFilters, type FilterNames } from './inbox-labels.ts';
import { NoConversations } from './no-conversations.tsx';
import { PendingReplies } from './pending-replies.tsx';
import { conversationsRequest } from './search.ts';
import { useConversationChanges } from './use-conversation-changes.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxUrl } from './use-inbox-url.ts';

const refetchInterval = 15_000;
/** A search may read many pages to find a few conversations. */
const searchRefetchInterval = 60_000;

/** The list, the open conversation, and who it is with. */
export default function Inbox() {
  const { filters, conversationId, prospect, ...url } = useInboxUrl();
  const pages = usePages(
    'getConversations',
    conversationsRequest(filters),
    ({ conversations }) => conversations,
    { refetchInterval: filters.q ? searchRefetchInterval : refetchInterval },
  );
  const names = useFilterNames();
  const change = useConversationChanges();
  // The conversation that the page was opened with does not take the focus.
  const firstId = useRef(conversationId);
  if (conversationId !== firstId.current) firstId.current = null;
  const { next } = useInboxKeys({
    ids: pages.data?.map(({ id }) => id) ?? [],
    openId: conversationId,
    onOpen: url.open,
    onList: url.showList,
  });
  const openNext = () => {
    const id = next();
    if (id === undefined) url.showList();
    else url.open(id, true);
  };
  return (
    <div className={classes.page} data-open={conversationId !== null || undefined}>
      <PageHeader title="Inbox" />
      <div className={classes.panes}>
        <section className={classes.list} aria-label="Conversation list">
          <InboxFilters filters={filters} names={names} onChange={url.setFilter} />
          <div className={classes.scroll}>
            <QueryBoundary query={pages} what="the conversations">
              {(conversations) =>
                conversations.length === 0 && !pages.hasNextPage ? (
                  <NoConversations
                    state={filters.state ?? 'open'}
                    filters={describeFilters(filters, names)}
                    onClear={url.clearFilters}
                  />
                ) : (
                  <ConversationList
                    conversations={conversations}
                    openId={conversationId}
                    pages={pages}
                  />
                )
              }
            </QueryBoundary>
          </div>
        </section>
        {conversationId === null ? (
          <div className={classes.none}>
            <State icon={IconMessages} title="No conversation open">
              Select one, or press <kbd>j</kbd> and <kbd>Enter</kbd>. <kbd>?</kbd> lists all keys.
            </State>
          </div>
        ) : (
          <ConversationPane
            key={conversationId}
            conversationId={conversationId}
            change={change}
            takesFocus={conversationId !== firstId.current}
            onDone={openNext}
            onList={url.showList}
            onProspect={url.openProspect}
          />
        )}
      </div>
      <PendingReplies openId={conversationId} onUndone={(id) => url.open(id, true)} />
      {prospect && (
        <ProspectDrawer prospectId={prospect} besideFrom="100em" onClose={url.closeProspect} />
      )}
    </div>
  );
}

function useFilterNames(): FilterNames {
  const { data: found } = useRead('getMailboxes', { query: { limit: '100' } });
  const { data: campaigns } = useRead('getCampaigns', { query: { limit: '200' } });
  return { mailboxes: found?.mailboxes ?? [], campaigns: campaigns?.campaigns ?? [] };
}
