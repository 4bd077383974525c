import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import classes from './thread.module.css';

type SavedReply = ManageData<'getSavedReplies'>['savedReplies'][number];
type View = { is: 'list' } | { is: 'new' } | { is: 'edit' | 'delete'; reply: SavedReply };

interface Props {
  /** The start of a new saved reply. */
  draft: string;
  onClose: () => void;
}

/** Creates, edits and deletes the saved replies of the workspace. */
export function SavedRepliesDialog({ draft, onClose }: Props) {
  const [view, setView] = useState<View>({ is: 'list' });
  const showList = () => setView({ is: 'list' });
  if (view.is === 'delete') return <DeleteSavedReply reply={view.reply} onClose={showList} />;
  return (
    // A new dialog for each view, which takes the focus.
    <Dialog
      key={view.is}
      onClose={onClose}
      title="Saved replies"
      size="lg"
      closeOnClickOutside={view.is === 'list'}
    >
      {view.is === 'list' && <SavedReplyList onView={setView} />}
      {view.is === 'new' && <NewSavedReply draft={draft} onClose={showList} />}
      {view.is === 'edit' && <EditSavedReply reply={view.reply} onClose={showList} />}
    </Dialog>
  );
}

function SavedReplyList({ onView }: { onView: (view: View) => void }) {
  const query = useRead('getSavedReplies', {});
  return (
    <Stack>
      <QueryBoundary query={query} what="the saved replies">
        {({ savedReplies }) =>
          savedReplies.length === 0 ? (
            <Text c="dimmed">
              Save a reply that you write often. Everyone in the workspace can use it.
            </Text>
          ) : (
            <ul className={classes.savedReplies}>
              {savedReplies.map((reply) => (
                <li key={reply.id}>
                  <span className={classes.savedReply}>
                    {reply.name}
                    <span className={classes.effect}>{reply.text.slice(0, 80)}</span>
                  </span>
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconPencil size={16} />}
                    aria-label={`Edit ${reply.name}`}
                    onClick={() => onView({ is: 'edit', reply })}
                  >
                    Edit
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    color="danger"
                    leftSection={<IconTrash size={16} />}
                    aria-label={`Delete ${reply.name}`}
                    onClick={() => onView({ is: 'delete', reply })}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Group justify="flex-end">
        <Button
          data-autofocus
          leftSection={<IconPlus size={16} />}
          onClick={() => onView({ is: 'new' })}
        >
          New saved reply
        </Button>
      </Group>
    </Stack>
  );
}

function NewSavedReply({ draft, onClose }: { draft: string; onClose: () => void }) {
  const form = useEndpointForm(
    'postSavedReplies',
    { name: '', text: draft },
    { request: (body) => ({ body }), refreshes: ['getSavedReplies'], onDone: onClose },
  );
  return <SavedReplyForm {...form} verb="Create" onCancel={onClose} />;
}

function EditSavedReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const form = useEndpointForm(
    'patchSavedReply',
    { name: reply.name, text: reply.text },
    {
      request: (body) => ({ params: { savedReplyId: reply.id }, body }),
      refreshes: ['getSavedReplies'],
      onDone: onClose,
    },
  );
  return <SavedReplyForm {...form} verb="Save" onCancel={onClose} />;
}

type FormState = Pick<
  ReturnType<typeof useEndpointForm<'postSavedReplies', { name: string; text: string }>>,
  'form' | 'field' | 'failure' | 'busy'
>;

const SavedReplyForm = ({
  form,
  field,
  failure,
  busy,
  verb,
  onCancel,
}: FormState & { verb: string; onCancel: () => void }) => (
  <form {...form}>
    <Stack>
      <TextInput label="Name" data-autofocus {...field('name')} />
      <Textarea
        label="Text"
        description="Use {{firstName|there}} for the first name, or “there” if it is unknown."
        autosize
        minRows={5}
        maxRows={14}
        {...field('text')}
      />
      <FormFooter failure={failure} verb={verb} busy={busy} onCancel={onCancel} />
    </Stack>
  </form>
);

function DeleteSavedReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const remove = useWrite('deleteSavedReply', ['getSavedReplies']);
  return (
    <Confirm
      title={`Delete ${reply.name}?`}
      verb="Delete"
      onConfirm={() => remove.mutateAsync({ params: { savedReplyId: reply.id } })}
      onClose={onClose}
    >
      <Text>
        It is deleted for everyone in the workspace. Replies that were sent stay as they are.
      </Text>
    </Confirm>
  );
}
