import { foldText, linkedinKey } from '@outcrop/contract/identity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyProspect } from '../../../test/sample-leads.ts';
import type { ProspectFields } from './field-rules.ts';
import { indexedWords, queryWords, searchText } from './word-rules.ts';

type Known = Partial<Omit<ProspectFields, 'id'>>;

const textOf = (known: Known): string => searchText({ ...emptyProspect, ...known });

/** Whether the text matches. What it says must also follow from the index. */
function isFound(query: string, known: Known): boolean {
  const text = textOf(known);
  const indexed = indexedWords(text).map((word) => Buffer.from(word));
  const words = queryWords(query);
  for (const { text: wanted, ranges, isExact } of words) {
    const inRanges = ranges.map(({ from, below }) =>
      indexed.some(
        (word) =>
          Buffer.compare(word, Buffer.from(from)) >= 0 &&
          Buffer.compare(word, Buffer.from(below)) < 0,
      ),
    );
    if (text.includes(wanted)) expect([query, inRanges]).toEqual([query, ranges.map(() => true)]);
    if (isExact) expect([query, inRanges]).toEqual([query, [text.includes(wanted)]]);
  }
  return words.length > 0 && words.every((word) => text.includes(word.text));
}

describe('a name in any script is found by its parts', () => {
  test.each<[script: string, name: string, found: string[], not: string[]]>([
    [
      'Han',
      '北京李伟科技',
      ['李伟', '李', '伟', '北京', '科技', '京李伟科', '北京李伟科技'],
      ['伟李', '李科', '王'],
    ],
    ['Kana', '株式会社ナカムラ', ['ナカ', 'カムラ', '株式', 'ラ'], ['ムカ', 'なか']],
    ['half-width Kana', 'ｶﾞﾙｼｱ', ['ガルシア', 'ガ', 'ルシ'], ['カルシア']],
    ['Hiragana', 'さくらー', ['くら', 'さ', 'らー'], ['らく']],
    ['Hangul', '김민수전자', ['김민수', '민수', '수', '수전자'], ['수민', '전수']],
    [
      'Cyrillic',
      'Фёдор Достоевский',
      ['федор', 'ФЁДОР', 'достоев', 'до', 'федор достоевский'],
      ['евский', 'ев', 'достоевскии'],
    ],
    ['Greek', 'Γιάννης Παπαδόπουλος', ['γιαννησ', 'ΓΙΆΝΝΗΣ', 'παπαδο', 'πα'], ['ου', 'πουλοσ']],
    ['Arabic', 'مُحَمَّد العربي', ['محمد', 'مُحَمَّد', 'العربي', 'ال'], ['رب', 'عربي']],
    ['Hebrew', 'שָׁלוֹם כהן', ['שלום', 'שָׁלוֹם', 'כה'], ['הן', 'לום']],
    ['Thai', 'สมชาย', ['สมชาย', 'สม'], ['ชา', 'มชา']],
    ['Devanagari', 'नरेन्द्र', ['नरेन्द्र', 'नरे'], ['द्', 'रेन्']],
    [
      'Latin',
      'Zoë Łukasiewicz-Sørensen',
      ['zoe', 'ZOË', 'luk', 'sorensen', 'lukasiewicz-sor', 'so'],
      ['ka', 'siew'],
    ],
    ['German', 'Weiß', ['weiss', 'WEISS', 'weiß', 'wei'], ['eiß', 'ß']],
    ['Turkish', 'İpek Yıldız', ['ipek', 'İPEK', 'yildiz', 'YILDIZ'], ['ld']],
    ['Vietnamese', 'Nguyễn Đặng', ['nguyen', 'dang', 'đặ'], ['an', 'uyễn']],
  ])('%s: %s', (_, fullName, found, not) => {
    for (const query of found) expect([query, isFound(query, { fullName })]).toEqual([query, true]);
    for (const query of not) expect([query, isFound(query, { fullName })]).toEqual([query, false]);
  });
});

test('accents and case are ignored in the query and in the record', () => {
  for (const spelling of [
    'José Ångström',
    'JOSE ANGSTROM',
    'josé ångström',
    'Jose\u0301 A\u030angstro\u0308m',
  ])
    for (const query of ['josé', 'JOSE', 'Ång', 'ångström', 'JOSÉ ANG'])
      expect(isFound(query, { fullName: spelling })).toBe(true);
});

test('the search text contains exactly the fields that q searches', () => {
  const url = 'https://www.linkedin.com/in/the-slug-here';
  const known: Known = {
    fullName: 'Fullname',
    firstName: 'Firstname',
    lastName: 'Lastname',
    title: 'Titled',
    companyName: 'Companyname',
    email: 'mail@domain.example',
    locationName: 'Placename',
    website: 'https://www.site.example/path?query',
    linkedinUrl: url,
    linkedinKey: linkedinKey(url),
  };
  for (const word of ['fullname', 'firstname', 'lastname', 'titled', 'companyname', 'mail@dom'])
    expect([word, isFound(word, known)]).toEqual([word, true]);
  for (const word of ['domain.ex', 'placename', 'the-slug-here', 'slug', 'site.example'])
    expect([word, isFound(word, known)]).toEqual([word, true]);
  const others = { phone: '+14155550100', nameKey: 'keyed' };
  for (const word of ['4155550100', 'keyed', 'linkedin', 'https', 'www', 'path', 'query'])
    expect([word, isFound(word, { ...known, ...others })]).toEqual([word, false]);
});

test('a prospect with only name parts is found by both together', () => {
  expect(isFound('ada lovelace', { firstName: 'Ada', lastName: 'Lovelace' })).toBe(true);
  expect(isFound('민수김', { firstName: '민수', lastName: '김' })).toBe(true);
});

test('unspaced characters of two adjacent fields do not form a word', () => {
  expect(isFound('李伟', { companyName: '张李', locationName: '伟大' })).toBe(false);
  expect(isFound('李伟', { fullName: '张李', firstName: '伟大' })).toBe(false);
  expect(isFound('李 伟', { companyName: '张李', locationName: '伟大' })).toBe(true);
});

test('a word matches at the start of words, and words start after signs', () => {
  const known = { fullName: 'Jean-Luc O’Brien', email: 'jl.picard@ncc-1701.example' };
  for (const query of [
    ...['j', 'je', 'lu', 'o', 'br', 'jl', 'pi', 'nc', '17', 'JE LU', 'jean', 'luc', 'brien'],
    ...[
      'jean-l',
      'o’brien',
      'jl.picard@ncc-1701.example',
      'picard@ncc',
      'ncc-1701.example',
      '1701.ex',
    ],
  ])
    expect([query, isFound(query, known)]).toEqual([query, true]);
  for (const query of ['ea', 'uc', 'ri', 'ic', '01', 'je uc', 'ean', 'card', 'obrien', 'jean luck'])
    expect([query, isFound(query, known)]).toEqual([query, false]);
});

test('%, _ and \\ are matched literally', () => {
  for (const text of ['100%', 'a_b', 'back\\slash', '\\%_']) {
    expect(isFound(text, { title: text })).toBe(true);
    expect(isFound(text, { title: text.replace(/[%_\\]/g, 'x') })).toBe(false);
  }
  for (const query of ['%', '_', '\\', '%%%', '___', 'j%e', 'j_ne'])
    expect([query, isFound(query, { fullName: 'Jane' })]).toEqual([query, false]);
});

const range = (word: string) => ({ from: word, below: `${word}\u{10ffff}` });
const one = (word: string) => ({ from: word, below: `${word}\u0001` });

test.each([
  ['jane', [range('jane')], true],
  ['李', [range('李')], true],
  ['李伟', [one('李伟'), range('伟')], false],
  ['jane.doe@acm', [one('jane'), one('doe'), range('acm')], false],
  ['jane.', [one('jane')], false],
  ['c++', [one('c')], false],
  ['++', [], false],
  ['🙂', [], false],
  ['a'.repeat(80), [range('a'.repeat(60))], false],
])('%s is looked up in the index as %j', (query, ranges, isExact) => {
  expect(queryWords(query)).toMatchObject([{ ranges, isExact }]);
});

test('a prospect takes at most sixty words of sixty characters in the index', () => {
  const title = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ');
  const words = indexedWords(textOf({ fullName: 'Jane', title }));
  expect(words).toEqual(['jane', ...Array.from({ length: 59 }, (_, n) => `word${n}`)]);
  expect(isFound('word58', { fullName: 'Jane', title })).toBe(true);
  // The text ends where the words end, so that a search finds the same with and without the index.
  expect(isFound('word59', { fullName: 'Jane', title })).toBe(false);
  expect(indexedWords(textOf({ title: '李'.repeat(300) }))).toEqual(['李李', '李']);
  expect(indexedWords(textOf({ title: '𐐀'.repeat(100) }))).toEqual(['𐐨'.repeat(60)]);
  expect(isFound('𐐀'.repeat(90), { title: '𐐀'.repeat(100) })).toBe(true);
});

test('a word that is repeated, or given in another spelling, is searched once', () => {
  expect(queryWords('Zoë zoe  ZOE\tzoë')).toEqual(queryWords('zoe'));
  expect(queryWords(' \u200b ')).toEqual([]);
});

const alphabets = [
  'abcEXYZéîØßŁğçñœ09',
  'αάςΣωϊΐ',
  'аёйЖўщ',
  'أبتثجىة',
  'אבגדה',
  'กขคงสมชายที่',
  '李伟北京科技',
  'アイウガパーさくら',
  '김민수한국',
].map((letters) => [...letters, ...".-_'@+%\\#"]);
const field = fc
  .constantFrom(...alphabets)
  .chain((letters) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 }),
  );

test('any word of a field, or its beginning, finds its prospect', () => {
  fc.assert(
    fc.property(
      field,
      field,
      fc.constantFrom('fullName', 'title', 'companyName', 'locationName', 'email' as const),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (text, other, name, start, length) => {
        const starts = [...foldText(text).matchAll(wordStart)].map(({ index }) => index);
        fc.pre(starts.length > 0);
        const from = starts[start % starts.length]!;
        const part = [...foldText(text).slice(from)].slice(0, length).join('');
        fc.pre(foldText(part) === part && part !== '');
        expect([part, isFound(part, { firstName: other, [name]: text })]).toEqual([part, true]);
        fc.pre(foldText(part.toUpperCase()) === part);
        expect(isFound(part.toUpperCase(), { lastName: other, [name]: text })).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

/** Where a word starts: behind a sign or a blank, or at a character of an unspaced script. */
const wordStart =
  /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

test('folding twice changes neither the search text nor the words of a query', () => {
  fc.assert(
    fc.property(field, field, (fullName, title) => {
      const folded = { fullName: foldText(fullName), title: foldText(title) };
      const [once, twice] = [{ fullName, title }, folded].map(textOf);
      expect(twice).toBe(once);
      expect(queryWords(foldText(`${fullName} ${title}`))).toEqual(
        queryWords(`${fullName} ${title}`),
      );
    }),
  );
});
