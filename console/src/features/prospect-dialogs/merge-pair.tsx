import { Button, Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { shortUrl } from '../../components/external-link.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { fieldNames, prospectName } from '../prospect/fields.ts';
import { StageBadge } from '../prospect/stage-badge.tsx';
import { describeMerge } from './describe-merge.ts';
import { filledFields, prospectFields } from './edits.ts';
import { useMerge } from './merge.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  /** The prospect to keep and the one to remove, unless they are swapped. */
  pair: [Prospect, Prospect];
  onDone: (keptId: string) => void;
  onClose: () => void;
}

/** Compares both prospects and confirms the merge. */
export function MergePair({ pair, onDone, onClose }: Props) {
  const [isSwapped, setSwapped] = useState(false);
  const [kept, removed] = isSwapped ? (pair.toReversed() as typeof pair) : pair;
  const body = { keepId: kept.id, mergeId: removed.id };
  const trial = useRead('postProspectsMerge', { body: { ...body, dryRun: true } });
  const merge = useMerge();
  return (
    <Confirm
      title="Merge prospects"
      verb="Merge"
      size="lg"
      ready={trial.data?.mergedId === removed.id}
      onConfirm={() => merge(body)}
      onDone={onDone}
      onClose={onClose}
    >
      <table className={classes.pair} aria-label="Comparison">
        <thead>
          <tr>
            <td />
            <th scope="col">Keep: {prospectName(kept)}</th>
            <th scope="col">Remove: {prospectName(removed)}</th>
          </tr>
        </thead>
        <tbody>
          {prospectFields
            .filter((field) => [kept, removed].some((each) => filledFields(each).includes(field)))
            .map((field) => (
              <tr key={field}>
                <th scope="row">{fieldNames[field]}</th>
                <td>{shortUrl(kept[field] ?? '—')}</td>
                <td>{shortUrl(removed[field] ?? '—')}</td>
              </tr>
            ))}
          <tr>
            <th scope="row">Stage</th>
            {[kept, removed].map(({ id, stage }) => (
              <td key={id}>
                <StageBadge stage={stage} />
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
          Swap
        </Button>
      </div>
      <FailureNote error={trial.error} />
      {trial.data && (
        <div>
          <Text size="sm" fw={600}>
            Changes to {prospectName(kept)}
          </Text>
          <ul className={classes.changes}>
            {describeMerge(kept, removed, trial.data).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <Text size="sm">
            Conversations and history move too. The other prospect is deleted. You can’t undo this.
          </Text>
        </div>
      )}
    </Confirm>
  );
}
