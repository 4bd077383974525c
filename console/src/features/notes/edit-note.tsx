import { Alert, Button, Group, Stack } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import type { Note } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useActorNames } from '../../api/actor-names.ts';
import { useRefresh } from '../../api/endpoints.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { announce } from '../../components/live-region.tsx';
import { MarkdownText } from '../../components/markdown-text.tsx';
import { useMentionable, withIds, withNames } from './mentions.ts';
import { NoteInput } from './note-input.tsx';
import { noteEndpoints } from './note-labels.ts';
import { submitByKey } from './submit-key.ts';

interface Props {
  /** The latest version, including changes by others. */
  note: Note;
  onChanges: (hasChanges: boolean) => void;
  onClose: () => void;
}

/** Edits a note. Changes by others are never overwritten without confirmation. */
export function EditNote({ note, onChanges, onClose }: Props) {
  const baseUpdatedAt = useRef(note.updatedAt);
  const refresh = useRefresh();
  const { user } = useActorNames();
  const members = useMentionable();
  // Shown as it was when the form was opened.
  const [shownText] = useState(() => withNames(note.text, members));
  const { form, field, set, values, failure, busy } = useEndpointForm(
    'patchNote',
    { text: shownText },
    {
      request: ({ text }) => ({
        params: { noteId: note.id },
        body: { text: withIds(text, members), ifUpdatedAt: baseUpdatedAt.current },
      }),
      refreshes: noteEndpoints,
      onDone: () => {
        announce('Saved');
        onClose();
      },
    },
  );
  const hasChanges = values.text !== shownText;
  useEffect(() => {
    onChanges(hasChanges);
    return () => onChanges(false);
  }, [hasChanges, onChanges]);
  const hasConflict = failure instanceof OutcropError && 'ifUpdatedAt' in failure.fieldErrors;
  useEffect(() => {
    if (hasConflict) void refresh('getNotes');
  }, [hasConflict, refresh]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    submitByKey(event);
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Escape would also close the drawer, and with it what was typed.
    event.stopPropagation();
    if (!hasChanges) onClose();
  };
  return (
    <form {...form}>
      <Stack gap="xs">
        <NoteInput
          {...field('text')}
          aria-label="Note"
          autoFocus
          minRows={2}
          maxRows={16}
          onKeyDown={onKeyDown}
          onWrite={(text) => set('text', text)}
        />
        {hasConflict ? (
          <Alert
            color="warn"
            variant="light"
            icon={<IconAlertTriangle />}
            role="alert"
            title="Someone else edited this note"
          >
            <MarkdownText text={note.text} nameOf={user} />
            <Group gap="xs" mt="xs">
              <Button variant="default" onClick={onClose}>
                Discard my changes
              </Button>
              <Button
                type="submit"
                loading={busy}
                disabled={note.updatedAt === baseUpdatedAt.current}
                onClick={() => {
                  baseUpdatedAt.current = note.updatedAt;
                }}
              >
                Overwrite
              </Button>
            </Group>
          </Alert>
        ) : (
          <FormFooter
            failure={failure}
            verb="Save"
            busy={busy}
            disabled={values.text.trim() === '' && note.kind === 'note'}
            onCancel={onClose}
          />
        )}
      </Stack>
    </form>
  );
}
