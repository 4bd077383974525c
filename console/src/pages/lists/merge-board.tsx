import { Select, Text } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/lines.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { peopleCount } from '../../parts/person.ts';
import { type Board, type Kind, lines, linesAboutBoards, paramsOf } from './boards.ts';
import { useTellEnd } from './tell-end.ts';

interface Props {
  kind: Kind;
  board: Board;
  /** Where it goes, if that is known already. */
  intoId?: string;
  boards: Board[];
  onClose: () => void;
}

/** Puts everyone of one list or tag into another, after having tried what that would do. */
export function MergeBoard({ kind, board, intoId: first, boards, onClose }: Props) {
  const [intoId, setIntoId] = useState(first ?? null);
  const into = boards.find(({ id }) => id === intoId);
  const tell = useTellEnd();
  const params = paramsOf(kind, board.id);
  const merge = useWrite(lines[kind].merge, linesAboutBoards);
  const trial = useRead(
    lines[kind].merge,
    { params, body: { intoId: intoId ?? '', dryRun: true } },
    { enabled: intoId !== null },
  );
  const isLarge = trial.error instanceof OutcropError && 'dryRun' in trial.error.fieldErrors;
  return (
    <Confirm
      title={`Merge the ${kind} ${board.name}`}
      verb="Merge"
      ready={into !== undefined}
      onConfirm={() => merge.mutateAsync({ params, body: { intoId: intoId! } })}
      onDone={(done) => {
        tell({
          task: done.task,
          title: `Merge the ${kind} ${board.name} into ${done.board.name}`,
          message: `${done.board.name} now has ${peopleCount(done.board.count)}.`,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Select
        label="Into"
        placeholder={`Choose a ${kind}`}
        data={boards
          .filter(({ id }) => id !== board.id)
          .map(({ id, name }) => ({ value: id, label: name }))}
        limit={100}
        value={intoId}
        onChange={setIntoId}
        searchable
        {...(first === undefined && { 'data-autofocus': true })}
      />
      {into && (
        <Text size="sm" role="status">
          {isLarge &&
            `It has ${peopleCount(board.count)}: a task moves them, and tells how far it is. `}
          {trial.data &&
            `${peopleCount(trial.data.moved)} will come to ${into.name}${trial.data.folded > 0 ? `; ${peopleCount(trial.data.folded)} already there` : ''}. `}
          {`The ${kind} ${board.name} is then gone. This cannot be undone.`}
        </Text>
      )}
      {!isLarge && <FailureNote error={trial.error} />}
    </Confirm>
  );
}
