import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../../api/lines.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { FindOther } from './find-other.tsx';
import { MergePair } from './merge-pair.tsx';

interface Props {
  prospect: Prospect;
  /** The other record of the same person, if it is known already. */
  otherId: string | null;
  onDone: (keptId: string) => void;
  onClose: () => void;
}

/** Makes one person of two records: find the other, look at both, join them. */
export function MergePeople({ prospect, otherId, onDone, onClose }: Props) {
  const [chosen, setChosen] = useState(otherId);
  if (chosen === null)
    return (
      <Dialog title="Merge with another record" size="lg" onClose={onClose}>
        <FindOther prospect={prospect} onFound={setChosen} />
      </Dialog>
    );
  return <ReadOther prospect={prospect} otherId={chosen} onDone={onDone} onClose={onClose} />;
}

function ReadOther({ prospect, otherId, ...on }: Props & { otherId: string }) {
  const query = useRead('getProspect', { params: { prospectId: otherId } });
  if (query.data) return <MergePair pair={[prospect, query.data.prospect]} {...on} />;
  return (
    <Dialog title="Merge with another record" size="lg" onClose={on.onClose}>
      <Loaded query={query} what="the other record">
        {() => null}
      </Loaded>
    </Dialog>
  );
}
