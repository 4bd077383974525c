import { Kbd } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRefresh, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { readDraft, setDraft, useDraft } from '../../browser/drafts.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { MentionMenu } from './mention-menu.tsx';
import { useMentionable, withIds } from './mentions.ts';
import { NoteInput } from './note-input.tsx';
import { noteEndpoints } from './note-labels.ts';
import classes from './notes.module.css';

/** The text is kept in the browser until it is saved. */
export function AddNote({ prospectId }: { prospectId: string }) {
  const draftId = `note-${useWorkspaceId()}-${prospectId}`;
  const text = useDraft(draftId);
  const reason = useDisabledReason('member');
  const members = useMentionable();
  const input = useRef<HTMLTextAreaElement>(null);
  const write = useWrite('postNotes');
  const refresh = useRefresh();
  // The drawer may be closed before the note is saved.
  const add = useMutation({
    mutationFn: (written: string) =>
      write.mutateAsync({ params: { prospectId }, body: { text: withIds(written, members) } }),
    onSuccess: (_note, written) => {
      if (readDraft(draftId) === written) setDraft(draftId, '');
      announce('Note added');
      void refresh(...noteEndpoints);
    },
    onError: (error) => {
      if (input.current === null)
        notifyFailure('The note was not added. It is kept as a draft.', error);
    },
  });
  const save = () => {
    if (reason !== null || add.isPending || text.trim() === '') return;
    add.mutate(text);
  };
  const insert = (mention: string) => {
    if (add.isPending) return;
    const at = input.current?.selectionStart ?? text.length;
    setDraft(draftId, `${text.slice(0, at)}${mention}${text.slice(at)}`);
    input.current?.focus();
  };
  return (
    <form
      className={classes.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <NoteInput
        input={input}
        aria-label="New note"
        placeholder="Write a note"
        minRows={2}
        maxRows={12}
        readOnly={reason !== null || add.isPending}
        value={text}
        onWrite={(written) => setDraft(draftId, written)}
      />
      <FailureNote error={add.error} />
      <div className={classes.addActions}>
        <ActionButton
          type="submit"
          size="compact-md"
          variant="default"
          disabledReason={reason}
          loading={add.isPending}
          disabled={reason === null && text.trim() === ''}
        >
          Add note
        </ActionButton>
        <MentionMenu disabledReason={reason} onChoose={insert} />
        <span className={classes.hint} aria-hidden>
          <Kbd>Ctrl/⌘</Kbd> <Kbd>Enter</Kbd> to add
        </span>
      </div>
    </form>
  );
}
