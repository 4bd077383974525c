import { notifications } from '@mantine/notifications';
import type { ManageBody, ManageData } from '@outcrop/contract';
import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type EndpointRequest, pagesKey, useRefresh, useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { describeError } from '../../components/states.tsx';
import type { Conversation } from '../../features/conversations/conversation-labels.ts';

type Pages = InfiniteData<ManageData<'getConversations'>>;
type Change = ManageBody<'patchConversation'>;

/** Changes a conversation on screen at once, and reverts the change if the server refuses. */
export function useConversationChanges() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const { mutateAsync } = useWrite('patchConversation');

  return useCallback(
    async (conversation: Conversation, body: Change, failedAction: string): Promise<boolean> => {
      const isListed = ({ queryKey: [workspace, endpoint] }: Query) =>
        workspace === workspaceId && endpoint === 'getConversations';
      await queryClient.cancelQueries({ predicate: isListed });
      const changed = changedBy(conversation, body);
      for (const [queryKey] of queryClient.getQueriesData<Pages>({ predicate: isListed }))
        if (queryKey[2] === 'pages')
          queryClient.setQueryData<Pages>(
            queryKey,
            (pages) => pages && withConversation(pages, changed, queryKey.at(-1) as ListRequest),
          );
      const request = { params: { conversationId: conversation.id } };
      queryClient.setQueryData<InfiniteData<ManageData<'getConversation'>>>(
        pagesKey(workspaceId, 'getConversation', request),
        (opened) =>
          opened && {
            ...opened,
            pages: opened.pages.map((page) => ({
              ...page,
              conversation: { ...page.conversation, ...changed },
            })),
          },
      );
      try {
        await mutateAsync({ ...request, body });
        return true;
      } catch (error) {
        notifications.show({
          title: `Could not ${failedAction}`,
          message: describeError(error).advice,
          color: 'danger',
          autoClose: false,
        });
        return false;
      } finally {
        void refresh('getConversations', 'getConversation');
      }
    },
    [workspaceId, queryClient, refresh, mutateAsync],
  );
}

type ListRequest = EndpointRequest<'getConversations'>;

function changedBy(
  conversation: Conversation,
  { unread, state, snoozedUntil, outcome }: Change,
): Conversation {
  return {
    ...conversation,
    ...(unread !== undefined && { unread }),
    ...(outcome !== undefined && { outcome }),
    ...(state && { state, snoozedUntil: null }),
    ...(snoozedUntil !== undefined && { state: 'snoozed' as const, snoozedUntil }),
  };
}

/** Rows that no longer match the state are removed. Read ones stay until the list is loaded again. */
const withConversation = (
  { pages, pageParams }: Pages,
  changed: Conversation,
  { query }: ListRequest,
): Pages => ({
  pageParams,
  pages: pages.map((page) => ({
    ...page,
    conversations: page.conversations
      .map((each) => (each.id === changed.id ? { ...each, ...changed } : each))
      .filter(({ state }) => query?.state === undefined || state === query.state),
  })),
});
