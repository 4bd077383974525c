import { Text } from '@mantine/core';
import { useWrite } from '../../api/lines.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { peopleCount } from '../../parts/person.ts';
import { type Board, type Kind, lines, linesAboutBoards, paramsOf } from './boards.ts';
import { useTellEnd } from './tell-end.ts';

interface Props {
  kind: Kind;
  board: Board;
  onClose: () => void;
}

/** Ends a list or tag. The people stay. */
export function DeleteBoard({ kind, board: { id, name, count }, onClose }: Props) {
  const end = useWrite(lines[kind].end, linesAboutBoards);
  const tell = useTellEnd();
  return (
    <Confirm
      title={`Delete the ${kind} ${name}`}
      verb={`Delete ${kind}`}
      onConfirm={() => end.mutateAsync({ params: paramsOf(kind, id) })}
      onDone={({ task, removed }) => {
        tell({
          task,
          title: `Delete the ${kind} ${name}`,
          message: `The ${kind} ${name} is gone. ${stay(removed)}`,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {kind === 'list'
          ? `The list is deleted, and whoever is on it is taken off.`
          : `The tag is deleted, and whoever has it loses it.`}{' '}
        {stay(count)} This cannot be undone.
      </Text>
    </Confirm>
  );
}

const stay = (count: number): string =>
  count === 0 ? 'Nobody was in it.' : `The people stay: ${peopleCount(count)}.`;
