import { type Stage, stages } from '@outcrop/contract';
import { foldText } from '@outcrop/contract/identity';
import type { SampleProspect } from './sample-prospects.ts';

export type SearchQuery = Record<string, string>;

/** The simplest implementation of the search: filter all prospects, then sort. */
export function naiveSearch(prospects: SampleProspect[], query: SearchQuery): string[] {
  const { sort = '-createdAt' } = query;
  const direction = sort.startsWith('-') ? -1 : 1;
  const value = sortValues[sort.replace('-', '')]!;
  return prospects
    .filter((prospect) => matches(prospect, query))
    .sort((a, b) => direction * (compare(value(a), value(b)) || compare(a.id, b.id)))
    .map(({ id }) => id);
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b as string))
    : a - (b as number);

const last = '\u{10ffff}';
const sortValues: Record<string, (prospect: SampleProspect) => string | number> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  updatedAt: ({ updatedAt }) => updatedAt.getTime(),
  lastActivityAt: ({ lastActivityAt }) => lastActivityAt.getTime(),
  stage: ({ stage }) => stages.indexOf(stage as Stage),
  company: ({ companyName }) => (companyName === undefined ? last : foldText(companyName)),
  name: ({ fullName, firstName, lastName, email }) => {
    const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ');
    return foldText(name || (email ?? last));
  },
};

const includes = (list: string | undefined, value: string): boolean =>
  list === undefined || list.split(',').includes(value);
const includesAny = (list: string | undefined, values: string[]): boolean =>
  list === undefined || values.some((value) => includes(list, value));
const isGiven = (wanted: string | undefined, value: string | undefined): boolean =>
  wanted === undefined || (value !== undefined) === (wanted === 'true');
const isWithin = (time: Date, from: string | undefined, to: string | undefined): boolean =>
  (from === undefined || time.getTime() >= Date.parse(from)) &&
  (to === undefined || time.getTime() <= Date.parse(to) + (to.length === 10 ? 86_399_999 : 0));

function matches(prospect: SampleProspect, query: SearchQuery): boolean {
  const { q = '', stage, listId, tagId, campaignId, company, hasEmail, hasLinkedin } = query;
  const { ownerId, hasPhone, enrichmentStatus, createdFrom, createdTo, updatedFrom, updatedTo } =
    query;
  return (
    foldText(q)
      .split(' ')
      .filter(Boolean)
      .every((word) => textsOf(prospect).some((text) => beginsWord(text, word))) &&
    includes(query['ids'], prospect.id) &&
    includes(stage, prospect.stage) &&
    includesAny(listId, prospect.lists) &&
    includesAny(tagId, prospect.tags) &&
    (campaignId === undefined || prospect.campaigns.includes(campaignId)) &&
    (company === undefined || foldText(prospect.companyName ?? last) === foldText(company)) &&
    (ownerId === undefined || (prospect.owner ?? 'none') === ownerId) &&
    isGiven(hasEmail, prospect.email) &&
    isGiven(hasLinkedin, prospect.linkedinUrl) &&
    isGiven(hasPhone, prospect.phone) &&
    (enrichmentStatus === undefined || prospect.enrichmentStatus === enrichmentStatus) &&
    isWithin(prospect.createdAt, createdFrom, createdTo) &&
    isWithin(prospect.updatedAt, updatedFrom, updatedTo)
  );
}

function textsOf(prospect: SampleProspect): string[] {
  const { fullName, firstName, lastName, title, companyName, email, slug, locationName } = prospect;
  const site = prospect.website?.replace('https://www.', '').replace('/about', '');
  return [fullName, firstName, lastName, title, companyName, email, slug, locationName, site]
    .filter((text) => text !== undefined)
    .map(foldText);
}

const isUnspaced = (text: string) =>
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(text);
const isWordCharacter = (text: string) => /[\p{L}\p{N}\p{M}]/u.test(text);

/** Whether the word occurs where a word starts. Unspaced characters may have spaces between them. */
function beginsWord(text: string, word: string): boolean {
  const characters = [...text];
  return characters.some((character, index) => {
    const before = characters[index - 1];
    const isStart =
      before === undefined ||
      before === ' ' ||
      isUnspaced(character) ||
      isUnspaced(before) ||
      (isWordCharacter(character) && !isWordCharacter(before));
    return isStart && startsWith(characters.slice(index), [...word]);
  });
}

function startsWith(text: string[], word: string[]): boolean {
  let at = 0;
  for (const character of word) {
    while (at > 0 && text[at] === ' ' && isUnspaced(text[at - 1]! + (text[at + 1] ?? ''))) at += 1;
    if (text[at] !== character) return false;
    at += 1;
  }
  return true;
}
