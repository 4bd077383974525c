import { fold } from '@outcrop/contract/identity';
import type { CrowdMember } from './crowd.ts';

export type Query = Record<string, string>;

/** The search as one would write it for a handful of people: look at everyone, keep, sort. */
export const naiveSearch = (everyone: CrowdMember[], query: Query): string[] =>
  everyone
    .filter((member) => isWanted(member, query))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

function isWanted(member: CrowdMember, query: Query): boolean {
  const { q = '', stage, listId, tagId, campaignId, hasEmail, hasLinkedin } = query;
  const { enrichmentStatus, createdFrom, createdTo } = query;
  const created = member.createdAt.getTime();
  return (
    fold(q)
      .split(' ')
      .filter(Boolean)
      .every((word) => textsOf(member).some((text) => holds(text, word))) &&
    (stage === undefined || member.stage === stage) &&
    (listId === undefined || member.lists.includes(listId)) &&
    (tagId === undefined || member.tags.includes(tagId)) &&
    (campaignId === undefined || member.campaigns.includes(campaignId)) &&
    (hasEmail === undefined || (member.email !== undefined) === (hasEmail === 'true')) &&
    (hasLinkedin === undefined ||
      (member.linkedinUrl !== undefined) === (hasLinkedin === 'true')) &&
    (enrichmentStatus === undefined || member.enrichmentStatus === enrichmentStatus) &&
    (createdFrom === undefined || created >= Date.parse(createdFrom)) &&
    (createdTo === undefined ||
      created <= Date.parse(createdTo) + (createdTo.length === 10 ? 86_399_999 : 0))
  );
}

function textsOf(member: CrowdMember): string[] {
  const { fullName, firstName, lastName, title, companyName, email, slug, locationName } = member;
  return [fullName, firstName, lastName, title, companyName, email, slug, locationName]
    .filter((text) => text !== undefined)
    .map(fold);
}

const isUnspaced = (word: string) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(word);

const holds = (text: string, word: string): boolean =>
  [...word].length > 2 || isUnspaced(word)
    ? text.includes(word)
    : text.split(/[^\p{L}\p{N}]/u).some((part) => part.startsWith(word));
