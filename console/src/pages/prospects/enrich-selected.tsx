import { useRead } from '../../api/endpoints.ts';
import { EnrichDialog } from '../../features/enrichment/enrich-dialog.tsx';
import { maxEnriched, type Selected } from './use-bulk.ts';

interface Props {
  selected: Selected;
  onClose: () => void;
}

/** Enriches the selection. The ids of everyone who matches are read first. */
export function EnrichSelected({ selected: { isAllMatching, ids, filters }, onClose }: Props) {
  const { data } = useRead(
    'getProspects',
    { query: { ...filters, returnIds: 'true', pageSize: String(maxEnriched) } },
    { enabled: isAllMatching },
  );
  const prospectIds = isAllMatching ? data?.ids : [...ids];
  return prospectIds && <EnrichDialog prospectIds={prospectIds} onClose={onClose} />;
}
