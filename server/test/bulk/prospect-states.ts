import { type Prospect, type Stage, stages } from '@outcrop/contract';
import { newLeads } from '../leads-client.ts';
import type { BulkClient } from './bulk-client.ts';

/** Everything that a bulk action can change about a prospect. */
export interface ProspectState {
  stage: Stage;
  doNotContact: boolean;
  isTagged: boolean;
  isListed: boolean;
}

export const allProspectStates: ProspectState[] = stages.flatMap((stage) =>
  [false, true].flatMap((doNotContact) =>
    [false, true].flatMap((isTagged) =>
      [false, true].map((isListed) => ({ stage, doNotContact, isTagged, isListed })),
    ),
  ),
);

export const stateOf = ({ stage, doNotContact, tags, lists }: Prospect): ProspectState => ({
  stage,
  doNotContact,
  isTagged: tags.some(({ name }) => name === 'Hot'),
  isListed: lists.some(({ name }) => name === 'Fair'),
});

/** Adds groups with one prospect per state, and returns their ids in the order of `allProspectStates`. */
export async function addGroupsInAllStates(
  { post, bulk }: BulkClient,
  groups: number,
): Promise<string[][]> {
  const ids = await Promise.all(
    Array.from(
      { length: groups },
      async (): Promise<string[]> =>
        (await post(newLeads(allProspectStates.length))).data.prospectIds,
    ),
  );
  const idsWhere = (matches: (state: ProspectState) => boolean): string[] =>
    ids.flatMap((group) => group.filter((_, n) => matches(allProspectStates[n]!)));
  await Promise.all([
    bulk({ action: 'tag', tagName: 'Hot', prospectIds: idsWhere(({ isTagged }) => isTagged) }),
    bulk({ action: 'add_to_list', listName: 'Fair', prospectIds: idsWhere((one) => one.isListed) }),
    bulk({ action: 'suppress', prospectIds: idsWhere(({ doNotContact }) => doNotContact) }),
    ...stages.map((stage) =>
      bulk({ action: 'stage', stage, prospectIds: idsWhere((one) => one.stage === stage) }),
    ),
  ]);
  return ids;
}
