import type { ManageData } from '@outcrop/contract';
import { useMutation } from '@tanstack/react-query';
import { useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { readDraft, setDraft } from '../../browser/drafts.ts';
import { announce } from '../../components/live-region.tsx';
import { notifyUndoFailed } from '../../features/tasks/notify-with-undo.tsx';
import { removePending } from './pending-reply-store.ts';

/** Drafts of several workspaces share the browser's storage. */
export const draftId = (workspaceId: string, conversationId: string): string =>
  `${workspaceId}/${conversationId}`;

/** Puts a text into the reply form of a conversation, above what is being written there. */
export function restoreDraft(id: string, text: string): void {
  const written = readDraft(id);
  setDraft(id, written === '' || written === text ? text : `${text}\n\n${written}`);
}

type CanceledReply = ManageData<'postReplyCancel'>['reply'];

/** Cancels a reply that has not left, and puts its text back into the form. */
export function useCancelReply(onUndone: (reply: CanceledReply) => void) {
  const workspaceId = useWorkspaceId();
  const { mutateAsync } = useWrite('postReplyCancel', ['getConversation', 'getConversations']);
  return useMutation({
    mutationFn: ({ id }: { id: string }) => mutateAsync({ params: { replyId: id }, body: {} }),
    onSuccess: ({ reply }) => {
      restoreDraft(draftId(workspaceId, reply.conversationId), reply.text);
      announce('Not sent. Your text is back in the reply.');
      onUndone(reply);
    },
    onError: notifyUndoFailed,
    onSettled: (_data, _error, { id }) => removePending(id),
  });
}
