import type { Happening } from '../events/emit.ts';
import type { Place } from '../people/merge.ts';
import { changeOf, type Person } from '../people/person.ts';
import type { FoundPerson } from '../people/sql.ts';

/** What is told of someone who was edited or merged; nothing where nothing changed. */
export function changesOf(before: FoundPerson, after: Person, doNotContact: boolean): Happening[] {
  const about = { prospectId: before.id };
  const change = changeOf(before, after, doNotContact);
  const happenings: Happening[] = [];
  if (Object.keys(change.previous).length > 0)
    happenings.push({ type: 'prospect.updated', ...about, ...change });
  if (doNotContact && !before.doNotContact)
    happenings.push({ type: 'prospect.suppressed', ...about, data: about });
  return happenings;
}

/** Someone is in a place where they were not before: whoever mirrors it has to know. */
export function gainOf(prospectId: string, { kind, id, name }: Place): Happening {
  const [about, place] = [{ prospectId }, { id, name }];
  switch (kind) {
    case 'list':
      return { type: 'list.member_added', ...about, data: { ...about, list: place } };
    case 'tag':
      return { type: 'prospect.tagged', ...about, data: { ...about, tag: place } };
    case 'campaign':
      return { type: 'campaign.enrolled', ...about, data: { ...about, campaign: place } };
  }
}
