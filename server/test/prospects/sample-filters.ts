import { prospectSorts, stages } from '@outcrop/contract';
import fc from 'fast-check';
import type { SearchQuery } from './naive-search.ts';
import {
  enrichmentStatuses,
  firstDay,
  numDays,
  type SampleProspects,
  sampleWords,
} from './sample-prospects.ts';

/** The start of a value that occurs in the data, or of a word in it, with or without accents. */
const word = fc
  .tuple(
    fc.constantFrom(...Object.values(sampleWords).flat()),
    fc.nat(),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([text, start, length]) => {
    const parts = text.split(/(?<=[ .-])/u);
    const part = parts.slice(start % parts.length).join('');
    return [...part].slice(0, length).join('').trim();
  })
  .filter(Boolean)
  .chain((piece) => fc.constantFrom(piece, piece.toUpperCase(), piece.normalize('NFD')));
const q = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));

const moment = fc
  .tuple(fc.nat(numDays * 86_400_000), fc.boolean())
  .map(([ms, isDay]) => new Date(firstDay + ms).toISOString().slice(0, isDay ? 10 : 24));
const range = fc
  .tuple(moment, moment)
  .map((bounds) => bounds.sort((a, b) => a.localeCompare(b)) as [string, string]);
const several = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: 3 }).map((some) => some.join(','));

/** Up to four filters: more of them match none of the prospects. */
export const sampleFilters = ({
  lists,
  tags,
  campaigns,
  owners,
}: SampleProspects): fc.Arbitrary<SearchQuery> => {
  const isThere = fc.constantFrom('true', 'false');
  const each = {
    q,
    stage: several(stages),
    listId: several(lists),
    tagId: several(tags),
    campaignId: fc.constantFrom(...campaigns),
    company: fc.constantFrom(...sampleWords.companies, 'SALTMARSH foods'),
    ownerId: fc.constantFrom('none', ...owners),
    hasEmail: isThere,
    hasLinkedin: isThere,
    hasPhone: isThere,
    enrichmentStatus: fc.constantFrom(...enrichmentStatuses),
    created: range,
    updated: range,
    sort: fc.constantFrom(...prospectSorts),
  };
  return fc.tuple(fc.record(each), fc.subarray(Object.keys(each), { maxLength: 4 })).map(
    ([
      {
        created: [createdFrom, createdTo],
        updated: [updatedFrom, updatedTo],
        ...all
      },
      chosen,
    ]): SearchQuery => {
      const given = chosen.flatMap((name) =>
        name === 'created' || name === 'updated' ? [`${name}From`, `${name}To`] : [name],
      );
      const values = { ...all, createdFrom, createdTo, updatedFrom, updatedTo };
      return Object.fromEntries(Object.entries(values).filter(([name]) => given.includes(name)));
    },
  );
};
