import { Text } from '@mantine/core';
import type { Note } from '@outcrop/contract';
import { useState } from 'react';
import { useActorNames } from '../../api/actor-names.ts';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { MarkdownText } from '../../components/markdown-text.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EditNote } from './edit-note.tsx';
import { noteEndpoints, noteKindIcons, noteKindLabels } from './note-labels.ts';
import classes from './notes.module.css';

interface Props {
  note: Note;
  onChanges: (hasChanges: boolean) => void;
}

export function NoteItem({ note, onChanges }: Props) {
  const { kind, text, occurredAt, authorId } = note;
  const { actor: nameOf, user } = useActorNames();
  const reason = useNoteDisabledReason(note);
  const [view, setView] = useState<'edit' | 'delete' | null>(null);
  const look = { size: 'compact-xs', variant: 'subtle', disabledReason: reason } as const;
  const close = () => setView(null);
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <Badge icon={noteKindIcons[kind]} color="muted">
          {noteKindLabels[kind]}
        </Badge>
        <span className={classes.when}>
          <RelativeTime at={occurredAt} />, by {nameOf({ kind: 'user', id: authorId })}
          {note.updatedAt !== note.createdAt && ' (edited)'}
        </span>
        {view !== 'edit' && (
          <span className={classes.noteActions}>
            <ActionButton
              {...look}
              aria-label={labelOf('Edit', note)}
              onClick={() => setView('edit')}
            >
              Edit
            </ActionButton>
            <ActionButton
              {...look}
              aria-label={labelOf('Delete', note)}
              onClick={() => setView('delete')}
            >
              Delete
            </ActionButton>
          </span>
        )}
      </div>
      {view === 'edit' ? (
        <EditNote note={note} onChanges={onChanges} onClose={close} />
      ) : (
        text !== '' && <MarkdownText text={text} nameOf={user} />
      )}
      {view === 'delete' && <DeleteNote note={note} onClose={close} />}
    </li>
  );
}

const labelOf = (verb: string, { kind, text }: Note): string =>
  `${verb} ${noteKindLabels[kind].toLowerCase()}: ${text.slice(0, 40)}`;

/** Members change their own notes, Admins all. */
function useNoteDisabledReason({ authorId }: Note): string | null {
  const { user } = useMe();
  const needsMember = useDisabledReason('member');
  const needsAdmin = useDisabledReason('admin');
  if (needsMember !== null || authorId === user.id) return needsMember;
  return needsAdmin && 'Only its author or an Admin can change this note.';
}

function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const remove = useWrite('deleteNote', noteEndpoints);
  const kind = noteKindLabels[note.kind].toLowerCase();
  return (
    <Confirm
      title={`Delete ${kind}?`}
      verb="Delete"
      onConfirm={() => remove.mutateAsync({ params: { noteId: note.id } })}
      onClose={onClose}
    >
      <Text>Its text is deleted for everyone. The timeline shows that it was deleted.</Text>
    </Confirm>
  );
}
