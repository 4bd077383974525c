import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { announce } from '../../parts/live-region.tsx';
import { type Board, type Kind, lines, linesAboutBoards, paramsOf } from './boards.ts';

interface Props {
  kind: Kind;
  /** The one that gets another name; a new one is made, if left out. */
  board?: Board;
  /** Told the one that has the name already. */
  onMerge?: (intoId: string) => void;
  onClose: () => void;
}

/** Names a list or tag, be it new or not. */
export function NameBoard({ kind, board, onMerge, onClose }: Props) {
  const { form, field, failure, busy } = useLineForm(
    board ? lines[kind].rename : lines[kind].make,
    { name: board?.name ?? '' },
    {
      request: ({ name }) => ({
        ...(board && { params: paramsOf(kind, board.id) }),
        body: { name: name.trim() },
      }),
      refreshes: linesAboutBoards,
      onDone: ({ board: { name } }) => {
        announce(board ? `Renamed to ${name}` : `Made the ${kind} ${name}`);
        onClose();
      },
    },
  );
  const { error, ...name } = field('name');
  return (
    <Dialog title={board ? `Rename the ${kind} ${board.name}` : `New ${kind}`} onClose={onClose}>
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={200}
            data-autofocus
            error={error && <Problem {...{ kind, error, onMerge }} />}
            {...name}
          />
          <FailureNote error={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={name.value.trim() === ''}>
              {board ? 'Rename' : `Make ${kind}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ProblemProps {
  kind: Kind;
  error: string;
  onMerge: Props['onMerge'] | undefined;
}

/** The service names who has the name; one can go on from there. */
function Problem({ kind, error, onMerge }: ProblemProps) {
  const [, taken, id] = error.match(/^Is taken by the \w+ "(.*)" \(([0-9a-f-]{36})\)\.$/) ?? [];
  if (taken === undefined || id === undefined) return error;
  return (
    <>
      {`There is a ${kind} “${taken}” already. `}
      {onMerge ? (
        <Anchor component="button" type="button" inherit onClick={() => onMerge(id)}>
          Merge into it…
        </Anchor>
      ) : (
        'Choose another name.'
      )}
    </>
  );
}
