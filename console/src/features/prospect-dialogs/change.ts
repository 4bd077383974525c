import type { ManageBody, ManageEndpointId } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';

/** Endpoints to refetch after a prospect has changed. */
export const prospectEndpoints: ManageEndpointId[] = [
  'getProspect',
  'getProspects',
  'getProspectTimeline',
  'getBoards',
  'getCampaignEnrollments',
  'getUsage',
];

type Change = Omit<ManageBody<'postBulk'>, 'prospectIds'>;

/** Applies a bulk action to one prospect. */
export function useChange(prospectId: string) {
  const write = useWrite('postBulk', prospectEndpoints);
  const change = (body: Change) =>
    write.mutateAsync({ body: { ...body, prospectIds: [prospectId] } });
  return {
    error: write.error,
    change,
    /** Does not throw; the failure is in `error`. */
    attempt: (body: Change, onDone = () => {}): Promise<void> =>
      change(body).then(onDone, () => {}),
  };
}
