import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import type { MorePages } from '../../components/load-more.tsx';
import type { Conversation } from '../../features/conversations/conversation-labels.ts';
import { ConversationRow } from './conversation-row.tsx';
import classes from './inbox.module.css';

interface Props {
  conversations: Conversation[];
  openId: string | null;
  pages: MorePages;
}

/** Loads more when its end is scrolled into view. */
export function ConversationList({ conversations, openId, pages }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const isAtEnd = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isAtEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isAtEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      <ul className={classes.rows} aria-label="Conversations">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.id === openId}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div ref={ref} className={classes.more}>
          <Button
            variant="default"
            size="compact-sm"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
