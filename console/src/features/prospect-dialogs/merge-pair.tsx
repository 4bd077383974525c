import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useMerge } from './merge.ts';
import { MergeComparison } from './merge-comparison.tsx';

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
      <MergeComparison
        kept={kept}
        removed={removed}
        trial={trial}
        onSwap={() => setSwapped(!isSwapped)}
      />
    </Confirm>
  );
}
