import { type Prospect, type Stage, stages } from '@outcrop/contract';
import { newLeads } from '../importer.ts';
import type { Organizer } from './organizer.ts';

/** All that a bulk action can change about someone. */
export interface Standing {
  stage: Stage;
  doNotContact: boolean;
  isTagged: boolean;
  isListed: boolean;
}

export const everyStanding: Standing[] = stages.flatMap((stage) =>
  [false, true].flatMap((doNotContact) =>
    [false, true].flatMap((isTagged) =>
      [false, true].map((isListed) => ({ stage, doNotContact, isTagged, isListed })),
    ),
  ),
);

export const standingOf = ({ stage, doNotContact, tags, lists }: Prospect): Standing => ({
  stage,
  doNotContact,
  isTagged: tags.some(({ name }) => name === 'Hot'),
  isListed: lists.some(({ name }) => name === 'Fair'),
});

/** So many groups with one person in every standing each, by id, in the order of `everyStanding`. */
export async function groupsInEveryStanding(
  { post, bulk }: Organizer,
  groups: number,
): Promise<string[][]> {
  const ids = await Promise.all(
    Array.from(
      { length: groups },
      async (): Promise<string[]> => (await post(newLeads(everyStanding.length))).data.prospectIds,
    ),
  );
  const those = (are: (standing: Standing) => boolean): string[] =>
    ids.flatMap((group) => group.filter((_, n) => are(everyStanding[n]!)));
  await Promise.all([
    bulk({ action: 'tag', tagName: 'Hot', prospectIds: those(({ isTagged }) => isTagged) }),
    bulk({ action: 'add_to_list', listName: 'Fair', prospectIds: those((one) => one.isListed) }),
    bulk({ action: 'suppress', prospectIds: those(({ doNotContact }) => doNotContact) }),
    ...stages.map((stage) =>
      bulk({ action: 'stage', stage, prospectIds: those((one) => one.stage === stage) }),
    ),
  ]);
  return ids;
}
