import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { EnrichDialog } from '../../features/enrichment/enrich-dialog.tsx';
import { withOwnerId } from '../../features/prospect/owner.ts';
import { maxEnriched, type SelectedProspects } from './use-bulk.ts';

interface Props {
  selected: SelectedProspects;
  onClose: () => void;
}

/** Enriches the selection. The ids of everyone who matches are read first. */
export function EnrichSelected({ selected: { isAllMatching, ids, filters }, onClose }: Props) {
  const { data, error } = useRead(
    'getProspects',
    { query: { ...withOwnerId(filters), returnIds: 'true', pageSize: String(maxEnriched) } },
    { enabled: isAllMatching },
  );
  const prospectIds = isAllMatching ? data?.ids : [...ids];
  if (error)
    return (
      <Dialog title="Enrich" onClose={onClose}>
        <FailureNote error={error} />
      </Dialog>
    );
  return prospectIds && <EnrichDialog prospectIds={prospectIds} onClose={onClose} />;
}
