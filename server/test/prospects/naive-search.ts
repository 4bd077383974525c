import { fold } from '@outcrop/contract/identity';
import type { SampleProspect } from './sample-prospects.ts';

export type Query = Record<string, string>;

/** The simplest implementation of the search: filter all prospects, then sort. */
export const naiveSearch = (prospects: SampleProspect[], query: Query): string[] =>
  prospects
    .filter((prospect) => matches(prospect, query))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

function matches(prospect: SampleProspect, query: Query): boolean {
  const { q = '', stage, listId, tagId, campaignId, hasEmail, hasLinkedin } = query;
  const { enrichmentStatus, createdFrom, createdTo } = query;
  const created = prospect.createdAt.getTime();
  return (
    fold(q)
      .split(' ')
      .filter(Boolean)
      .every((word) => textsOf(prospect).some((text) => holds(text, word))) &&
    (stage === undefined || prospect.stage === stage) &&
    (listId === undefined || prospect.lists.includes(listId)) &&
    (tagId === undefined || prospect.tags.includes(tagId)) &&
    (campaignId === undefined || prospect.campaigns.includes(campaignId)) &&
    (hasEmail === undefined || (prospect.email !== undefined) === (hasEmail === 'true')) &&
    (hasLinkedin === undefined ||
      (prospect.linkedinUrl !== undefined) === (hasLinkedin === 'true')) &&
    (enrichmentStatus === undefined || prospect.enrichmentStatus === enrichmentStatus) &&
    (createdFrom === undefined || created >= Date.parse(createdFrom)) &&
    (createdTo === undefined ||
      created <= Date.parse(createdTo) + (createdTo.length === 10 ? 86_399_999 : 0))
  );
}

function textsOf(prospect: SampleProspect): string[] {
  const { fullName, firstName, lastName, title, companyName, email, slug, locationName } = prospect;
  return [fullName, firstName, lastName, title, companyName, email, slug, locationName]
    .filter((text) => text !== undefined)
    .map(fold);
}

const isUnspaced = (word: string) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(word);

const holds = (text: string, word: string): boolean =>
  [...word].length > 2 || isUnspaced(word)
    ? text.includes(word)
    : text.split(/[^\p{L}\p{N}]/u).some((part) => part.startsWith(word));
