import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { FindDuplicate } from './find-duplicate.tsx';
import { MergePair } from './merge-pair.tsx';

interface Props {
  prospect: Prospect;
  /** The duplicate, or null to search for it. */
  otherId: string | null;
  onDone: (keptId: string) => void;
  onClose: () => void;
}

export function MergeProspects({ prospect, otherId, onDone, onClose }: Props) {
  const [chosen, setChosen] = useState(otherId);
  if (chosen === null)
    return (
      <Dialog title="Merge prospects" size="lg" onClose={onClose}>
        <FindDuplicate prospect={prospect} onFound={setChosen} />
      </Dialog>
    );
  return <LoadOther prospect={prospect} otherId={chosen} onDone={onDone} onClose={onClose} />;
}

function LoadOther({ prospect, otherId, ...on }: Props & { otherId: string }) {
  const query = useRead('getProspect', { params: { prospectId: otherId } });
  if (query.data) return <MergePair pair={[prospect, query.data.prospect]} {...on} />;
  return (
    <Dialog title="Merge prospects" size="lg" onClose={on.onClose}>
      <QueryBoundary query={query} what="the other prospect">
        {() => null}
      </QueryBoundary>
    </Dialog>
  );
}
