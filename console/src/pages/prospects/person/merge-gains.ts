import type { ManageData, Prospect } from '@outcrop/contract';
import { personFieldNames } from '../../../parts/person.ts';
import { stageNames } from '../../../parts/stages.ts';
import { personFields } from './edits.ts';

const and = new Intl.ListFormat('en');

/** What a merge gives the record that stays, and what it leaves behind, in sentences. */
export function gainsOf(
  kept: Prospect,
  gone: Prospect,
  { prospect: after, ignored }: ManageData<'postProspectsMerge'>,
): string[] {
  const filled = personFields.filter((field) => kept[field] === null && after[field] !== null);
  const joined = (kind: 'lists' | 'tags') =>
    after[kind]
      .filter(({ id }) => !kept[kind].some((known) => known.id === id))
      .map(({ name }) => `“${name}”`);
  const [lists, tags] = [joined('lists'), joined('tags')];
  const campaigns = after.campaigns.length - kept.campaigns.length;
  return [
    ...filled.map((field) => `${personFieldNames[field]} is filled with “${after[field]}”.`),
    ...(filled.length === 0 ? ['No blank field is filled.'] : []),
    ...(lists.length > 0 ? [`Joins the list ${and.format(lists)}.`] : []),
    ...(tags.length > 0 ? [`Gets the tag ${and.format(tags)}.`] : []),
    ...(campaigns > 0
      ? [`Joins ${campaigns === 1 ? '1 campaign' : `${campaigns} campaigns`}.`]
      : []),
    ...(after.doNotContact && !kept.doNotContact
      ? ['Is marked do-not-contact, as the other is.']
      : []),
    ...(kept.stage === gone.stage ? [] : [`Stays in ${stageNames[kept.stage]}.`]),
    ...ignored.map((field) => `Keeps its own ${fieldWords[field]}; “${gone[field]}” is not kept.`),
  ];
}

const fieldWords = { email: 'e-mail address', linkedinUrl: 'LinkedIn page' };
