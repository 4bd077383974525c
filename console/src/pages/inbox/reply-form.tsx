import { Button, Kbd, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { setDraft, useDraft } from '../../browser/drafts.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { SavedReplies } from './saved-replies.tsx';
import classes from './thread.module.css';
import { draftId } from './use-cancel-reply.ts';
import { useSendReply } from './use-send-reply.ts';

interface Props {
  conversationId: string;
  recipientName: string;
  input: RefObject<HTMLTextAreaElement | null>;
  /** Called when the reply is on its way, to show it. */
  onSent: () => void;
  /** Called when the user leaves the input with Escape. */
  onLeave: () => void;
}

const maxLength = 20_000;

/** The draft is kept in the browser until it is sent. */
export function ReplyForm({ conversationId, recipientName, input, onSent, onLeave }: Props) {
  const id = draftId(useWorkspaceId(), conversationId);
  const text = useDraft(id);
  const reason = useDisabledReason('member');
  const send = useSendReply({ conversationId, recipientName, input });
  useKey('r', 'Reply', () => input.current?.focus());

  const submit = () => {
    if (reason !== null || send.isPending || text.trim() === '') return;
    // Before the conversation is read again, so that the next key is not typed into the field.
    send.mutate({ text }, { onSuccess: onSent });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape') onLeave();
  };
  const insert = (inserted: string) => {
    if (send.isPending) return;
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {};
    setDraft(id, text.slice(0, selectionStart) + inserted + text.slice(selectionEnd));
    input.current?.focus();
  };

  return (
    <form
      className={classes.reply}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        ref={input}
        label={`Reply to ${recipientName}`}
        placeholder="Write a reply"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxLength}
        readOnly={reason !== null || send.isPending}
        value={text}
        onChange={(event) => setDraft(id, event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <FailureNote error={send.error} />
      <div className={classes.replyActions}>
        <ActionButton
          type="submit"
          leftSection={<IconSend size={16} />}
          disabledReason={reason}
          loading={send.isPending}
          disabled={reason === null && text.trim() === ''}
        >
          Send
        </ActionButton>
        <SavedReplies conversationId={conversationId} draft={text} onInsert={insert} />
        {text !== '' && (
          <Button
            variant="subtle"
            color="muted"
            disabled={send.isPending}
            onClick={() => setDraft(id, '')}
          >
            Discard
          </Button>
        )}
        <span className={classes.hint} aria-hidden>
          <Kbd>Ctrl/⌘</Kbd> <Kbd>Enter</Kbd> to send
        </span>
      </div>
    </form>
  );
}
