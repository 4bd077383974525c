import { stages } from '@outcrop/contract';
import { indexedWords } from '../../src/core/search/word-rules.ts';
import type { Suppression } from '../../src/core/suppression/suppression.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import type { LeadsClient } from '../leads-client.ts';

interface Row {
  id: string;
  stage: string;
  doNotContact: boolean;
  emailKey: string | null;
  linkedinKey: string | null;
  searchText: string;
  words: string[];
  isTagged: boolean;
  isListed: boolean;
}

/** All remaining prospects with their related rows. */
const selectPeople = (owner: Database, workspaceId: string): Promise<Row[]> =>
  owner.query<Row>(sql`
    select p.id, p.stage, p.do_not_contact as "doNotContact", p.email_key as "emailKey",
           p.linkedin_key as "linkedinKey", p.search_text as "searchText",
           array(select w.word from prospect_word w
                 where (w.workspace_id, w.prospect_id) = (p.workspace_id, p.id) order by 1) as words,
           exists (select from prospect_tag t where (t.workspace_id, t.prospect_id) = (p.workspace_id, p.id)) as "isTagged",
           exists (select from prospect_list l where (l.workspace_id, l.prospect_id) = (p.workspace_id, p.id)) as "isListed"
    from prospect p
    where p.workspace_id = ${workspaceId}`);

/** The number of rows that belong to deleted prospects. */
async function countOrphans(owner: Database, workspaceId: string): Promise<number> {
  const [row] = await owner.query<{ count: number }>(sql`
    select count(*)::int as count
    from (select prospect_id from prospect_word where workspace_id = ${workspaceId}
          union all select prospect_id from prospect_list where workspace_id = ${workspaceId}
          union all select prospect_id from prospect_tag where workspace_id = ${workspaceId}
          union all select prospect_id from enrollment where workspace_id = ${workspaceId}) as hanging
    where not exists (
      select from prospect p where p.workspace_id = ${workspaceId} and p.id = hanging.prospect_id)`);
  return row!.count;
}

/** Describes the inconsistencies of a workspace after a round. */
export async function inconsistenciesIn(
  owner: Database,
  suppression: Suppression,
  { workspace, events }: Pick<LeadsClient, 'workspace' | 'events'>,
): Promise<string[]> {
  const people = await selectPeople(owner, workspace.id);
  const faults: string[] = [];
  const orphans = await countOrphans(owner, workspace.id);
  if (orphans > 0) faults.push(`${orphans} rows of deleted prospects`);

  const keys = people.flatMap(({ emailKey, linkedinKey }) => [
    { emailKey, linkedinKey: null },
    { emailKey: null, linkedinKey },
  ]);
  const isRemembered = await owner.transaction(workspace.id, (tx) => suppression.lookUp(tx, keys));
  // Grouped by data.prospectId, since a merge moves events to another timeline.
  const eventsByProspect = Map.groupBy(await events(), ({ data }): string => data.prospectId);
  for (const person of people) {
    const { id, stage, doNotContact, emailKey, linkedinKey } = person;
    const wrong = (what: string) => faults.push(`${id}: ${what}`);
    if (person.words.sort().join() !== indexedWords(person.searchText).sort().join())
      wrong(`the index has ${person.words.join()}, but the text is ${person.searchText}`);
    for (const key of [
      { emailKey, linkedinKey: null },
      { emailKey: null, linkedinKey },
    ])
      if ((key.emailKey ?? key.linkedinKey) !== null && isRemembered(key) !== doNotContact)
        wrong(`do not contact is ${doNotContact}, but the hash says ${!doNotContact}`);

    // The events of a prospect must add up to its current state.
    const story = eventsByProspect.get(id) ?? [];
    const net = (more: string, less: string) =>
      story.filter(({ type }) => type === more).length -
      story.filter(({ type }) => type === less).length;
    const created = story.find(({ type }) => type === 'prospect.created');
    const cameSuppressed = created?.data.prospect.doNotContact ?? false;
    if (net('prospect.tagged', 'prospect.untagged') !== Number(person.isTagged)) wrong('tags');
    if (net('list.member_added', 'list.member_removed') !== Number(person.isListed)) wrong('lists');
    if (
      net('prospect.suppressed', 'prospect.unsuppressed') + Number(cameSuppressed) !==
      Number(doNotContact)
    )
      wrong('suppressions');
    const moves = story.filter(({ type }) => type === 'prospect.stage_changed');
    for (const each of stages) {
      const arrivals = moves.filter(({ data }) => data.stage === each).length;
      const departures = moves.filter(({ previous }) => previous.stage === each).length;
      if (arrivals - departures !== Number(stage === each) - Number(each === 'new'))
        wrong(`moves to and from ${each}`);
    }
  }
  return faults;
}
