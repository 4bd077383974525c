import { Button, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { MorePages } from '../../components/load-more.tsx';
import type { Conversation } from '../../features/conversations/conversation-labels.ts';
import { ConversationRow } from './conversation-row.tsx';
import classes from './inbox.module.css';

interface Props {
  conversations: Conversation[];
  openId: string | null;
  pages: MorePages;
}

/** Pages without a conversation that are loaded one after another before the user is asked. */
const maxEmptyPages = 10;

/** Loads more when its end is scrolled into view. With filters, a page may be empty before the last one. */
export function ConversationList({ conversations, openId, pages }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const isAtEnd = entry?.isIntersecting ?? false;
  const shown = conversations.length;
  const last = useRef({ shown: 0, emptyPages: 0 });
  useEffect(() => {
    if (!isAtEnd || !hasNextPage || isFetchingNextPage) return;
    const emptyPages = last.current.shown === shown ? last.current.emptyPages + 1 : 0;
    if (emptyPages > maxEmptyPages) return;
    last.current = { shown, emptyPages };
    void fetchNextPage();
  }, [isAtEnd, hasNextPage, isFetchingNextPage, fetchNextPage, shown]);
  const loadMore = () => {
    last.current = { shown, emptyPages: 0 };
    void fetchNextPage();
  };
  return (
    <>
      {shown > 0 && (
        <ul className={classes.rows} aria-label="Conversations">
          {conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div ref={ref} className={classes.more}>
          {shown === 0 && (
            <Text c="dimmed" size="sm" mb="xs">
              No matches among the newest conversations yet.
            </Text>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={isFetchingNextPage}
            onClick={loadMore}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
