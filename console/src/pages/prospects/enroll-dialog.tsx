import { useMemo } from 'react';
import { EnrollDialog as EnrollIn } from '../../features/enrolling/enroll-dialog.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { filterBody } from './prospect-labels.ts';
import type { SelectedProspects } from './use-bulk.ts';

interface Props {
  selected: SelectedProspects;
  onClose: () => void;
}

/** Enrolls the selection in a campaign: some prospects, or everyone who matches. */
export function EnrollDialog({ selected, onClose }: Props) {
  const { isAllMatching, ids, filters, count } = selected;
  const target = useMemo(
    () => (isAllMatching ? { filter: filterBody(filters) } : { prospectIds: [...ids] }),
    [isAllMatching, filters, ids],
  );
  return <EnrollIn title={`Enroll ${prospectCount(count)}`} target={target} onClose={onClose} />;
}
