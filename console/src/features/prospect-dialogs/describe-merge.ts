import type { ManageData, Prospect } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { fieldNames } from '../prospect/fields.ts';
import { prospectFields } from './edits.ts';

const listFormat = new Intl.ListFormat('en');

/** The effects of a merge on the kept prospect, as sentences. */
export function describeMerge(
  kept: Prospect,
  removed: Prospect,
  { prospect: after, ignored }: ManageData<'postProspectsMerge'>,
): string[] {
  const filled = prospectFields.filter((field) => kept[field] === null && after[field] !== null);
  const added = (kind: 'lists' | 'tags') =>
    after[kind]
      .filter(({ id }) => !kept[kind].some((known) => known.id === id))
      .map(({ name }) => `“${name}”`);
  const [lists, tags] = [added('lists'), added('tags')];
  const campaigns = after.campaigns.length - kept.campaigns.length;
  return [
    ...filled.map((field) => `${fieldNames[field]} will be set to “${after[field]}”.`),
    ...(filled.length === 0 ? ['No empty fields to fill.'] : []),
    ...(lists.length > 0
      ? [`Added to ${lists.length === 1 ? 'list' : 'lists'} ${listFormat.format(lists)}.`]
      : []),
    ...(tags.length > 0
      ? [`${tags.length === 1 ? 'Tag' : 'Tags'} ${listFormat.format(tags)} added.`]
      : []),
    ...(campaigns > 0
      ? [`Enrolled in ${campaigns === 1 ? '1 campaign' : `${campaigns} campaigns`}.`]
      : []),
    ...(after.doNotContact && !kept.doNotContact
      ? ['Marked as “Do not contact”, like the other prospect.']
      : []),
    ...(after.ownerId !== kept.ownerId ? ['Gets the owner of the other prospect.'] : []),
    ...(kept.stage === removed.stage ? [] : [`Stays in ${stageName[kept.stage]}.`]),
    ...ignored.map(
      (field) => `Keeps its ${identifierNames[field]}; “${removed[field]}” is discarded.`,
    ),
  ];
}

const identifierNames = { email: 'email', linkedinUrl: 'LinkedIn URL' };
