import type { ManageBody, ManageEndpointId } from '@outcrop/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../api/lines.ts';
import { useWorkspaceId } from '../../../api/session.ts';
import { linesAboutPeople } from './change.ts';

/** Merges two records; the id of the kept one comes back. */
export function useMerge() {
  const workspaceId = useWorkspaceId();
  const queries = useQueryClient();
  const write = useWrite('postProspectsMerge');
  return async (body: ManageBody<'postProspectsMerge'>): Promise<string> => {
    const { prospect, mergedId } = await write.mutateAsync({ body });
    const isAbout = ({ queryKey: [where, line] }: Query) =>
      where === workspaceId && linesAboutPeople.includes(line as ManageEndpointId);
    const isOfGone = ({ queryKey }: Query) => JSON.stringify(queryKey).includes(mergedId);
    // Who is gone is not asked for at once, though their drawer may still stand for a moment.
    void queries.invalidateQueries({ predicate: isOfGone, refetchType: 'none' });
    void queries.invalidateQueries({ predicate: (query) => isAbout(query) && !isOfGone(query) });
    return prospect.id;
  };
}
