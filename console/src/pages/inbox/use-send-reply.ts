import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useRefresh, useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { readDraft, setDraft } from '../../browser/drafts.ts';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { addPending } from './pending-reply-store.ts';
import { draftId } from './use-cancel-reply.ts';

/** The last attempt of each draft. The same text has the same key, so that it is not sent twice. */
const attempts = new Map<string, { text: string; key: string }>();

interface Options {
  conversationId: string;
  recipientName: string;
  /** Null once another conversation is open. */
  input: RefObject<HTMLTextAreaElement | null>;
}

/** Sends a reply. It can be undone, also if another conversation was opened before it was accepted. */
export function useSendReply({ conversationId, recipientName, input }: Options) {
  const id = draftId(useWorkspaceId(), conversationId);
  const refresh = useRefresh();
  const { mutateAsync } = useWrite('postReplies');
  return useMutation({
    mutationFn: ({ text }: { text: string }) => {
      const last = attempts.get(id);
      const attempt = last?.text === text ? last : { text, key: crypto.randomUUID() };
      attempts.set(id, attempt);
      const request = { params: { conversationId }, body: { text } };
      return mutateAsync({ ...request, idempotencyKey: attempt.key });
    },
    onSuccess: ({ reply: { id: replyId, sendAt } }, { text }) => {
      attempts.delete(id);
      if (readDraft(id) === text) setDraft(id, '');
      addPending({ id: replyId, conversationId, recipientName, sendAt });
      announce('Sending in 10 seconds. Press x to undo.');
      void refresh('getConversation', 'getConversations');
    },
    onError: (error) => {
      if (input.current === null)
        notifyFailure(`The reply to ${recipientName} was not sent. It is kept as a draft.`, error);
    },
  });
}
