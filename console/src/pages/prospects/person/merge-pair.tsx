import { Button, Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../api/lines.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { FailureNote } from '../../../parts/failure-note.tsx';
import { shortAddress } from '../../../parts/outside-link.tsx';
import { personFieldNames, personName } from '../../../parts/person.ts';
import { StageMark } from '../../../parts/stage-mark.tsx';
import { knownFields, personFields } from './edits.ts';
import { useMerge } from './merge.ts';
import { gainsOf } from './merge-gains.ts';
import classes from './person.module.css';

interface Props {
  /** The one that stays, unless they are swapped, and the one that goes. */
  pair: [Prospect, Prospect];
  onDone: (keptId: string) => void;
  onClose: () => void;
}

/** Both records side by side, what becomes of them, and the last word. */
export function MergePair({ pair, onDone, onClose }: Props) {
  const [isSwapped, setSwapped] = useState(false);
  const [kept, gone] = isSwapped ? (pair.toReversed() as typeof pair) : pair;
  const body = { keepId: kept.id, mergeId: gone.id };
  const trial = useRead('postProspectsMerge', { body: { ...body, dryRun: true } });
  const merge = useMerge();
  return (
    <Confirm
      title="Merge two records"
      verb="Merge"
      size="lg"
      ready={trial.data?.mergedId === gone.id}
      onConfirm={() => merge(body)}
      onDone={onDone}
      onClose={onClose}
    >
      <table className={classes.pair} aria-label="Both records">
        <thead>
          <tr>
            <td />
            <th scope="col">Stays: {personName(kept)}</th>
            <th scope="col">Goes: {personName(gone)}</th>
          </tr>
        </thead>
        <tbody>
          {personFields
            .filter((field) => [kept, gone].some((each) => knownFields(each).includes(field)))
            .map((field) => (
              <tr key={field}>
                <th scope="row">{personFieldNames[field]}</th>
                <td>{shortAddress(kept[field] ?? '—')}</td>
                <td>{shortAddress(gone[field] ?? '—')}</td>
              </tr>
            ))}
          <tr>
            <th scope="row">Stage</th>
            {[kept, gone].map(({ id, stage }) => (
              <td key={id}>
                <StageMark stage={stage} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsExchange size={16} />}
          onClick={() => setSwapped(!isSwapped)}
        >
          Keep the other one
        </Button>
      </div>
      <FailureNote error={trial.error} />
      {trial.data && (
        <div>
          <Text size="sm" fw={600}>
            What happens to {personName(kept)}
          </Text>
          <ul className={classes.changes}>
            {gainsOf(kept, gone, trial.data).map((gain) => (
              <li key={gain}>{gain}</li>
            ))}
          </ul>
          <Text size="sm">
            Conversations and the timeline come along. The other record is deleted, and this cannot
            be undone.
          </Text>
        </div>
      )}
    </Confirm>
  );
}
