import { Select, Text } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { prospectCount } from '../../features/prospect/counts.ts';
import {
  endpointsByKind,
  type Kind,
  type ListOrTag,
  listAndTagEndpoints,
  paramsOf,
} from './list-or-tag.ts';
import { useNotifyRemoved } from './notify-removed.ts';

interface Props {
  kind: Kind;
  item: ListOrTag;
  /** The initial target. */
  intoId?: string;
  items: ListOrTag[];
  onClose: () => void;
}

/** Merges one list or tag into another, after a dry run. */
export function MergeListOrTag({ kind, item, intoId: first, items, onClose }: Props) {
  const [intoId, setIntoId] = useState(first ?? null);
  const into = items.find(({ id }) => id === intoId);
  const notify = useNotifyRemoved();
  const params = paramsOf(kind, item.id);
  const merge = useWrite(endpointsByKind[kind].merge, listAndTagEndpoints);
  const trial = useRead(
    endpointsByKind[kind].merge,
    { params, body: { intoId: intoId ?? '', dryRun: true } },
    { enabled: intoId !== null },
  );
  const isLarge = trial.error instanceof OutcropError && 'dryRun' in trial.error.fieldErrors;
  return (
    <Confirm
      title={`Merge ${kind} “${item.name}”`}
      verb="Merge"
      ready={into !== undefined}
      onConfirm={() => merge.mutateAsync({ params, body: { intoId: intoId! } })}
      onDone={(done) => {
        notify({
          task: done.task,
          title: `Merge ${kind} “${item.name}” into “${done.board.name}”`,
          message: `“${done.board.name}” now has ${prospectCount({ count: done.board.count })}.`,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Select
        label="Merge into"
        placeholder={`Choose a ${kind}`}
        data={items
          .filter(({ id }) => id !== item.id)
          .map(({ id, name }) => ({ value: id, label: name }))}
        limit={100}
        value={intoId}
        onChange={setIntoId}
        searchable
        {...(first === undefined && { 'data-autofocus': true })}
      />
      {into && (
        <Text size="sm" role="status">
          {isLarge && `${prospectCount({ count: item.count })} will be moved in the background. `}
          {trial.data &&
            `${prospectCount({ count: trial.data.moved })} will be added to “${into.name}”${trial.data.folded > 0 ? ` (${formatNumber(trial.data.folded)} already there)` : ''}. `}
          {`The ${kind} “${item.name}” will be deleted. You can’t undo this.`}
        </Text>
      )}
      {!isLarge && <FailureNote error={trial.error} />}
    </Confirm>
  );
}
