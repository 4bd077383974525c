import { fold, linkedinKey } from '@outcrop/contract/identity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyProspect } from '../../../test/sample-leads.ts';
import type { ProspectFields } from './field-rules.ts';
import { searchDocument, wordPatterns } from './words.ts';

type Known = Partial<Omit<ProspectFields, 'id'>>;

/** LIKE for a pattern that matches one text anywhere, with every wildcard escaped. */
function like(text: string, pattern: string): boolean {
  const [, wanted] = /^%((?:[^\\%_]|\\[\\%_])+)%$/su.exec(pattern) ?? [];
  if (wanted === undefined) throw new Error(`${pattern} holds a wildcard`);
  return text.includes(wanted.replaceAll(/\\(.)/gsu, '$1'));
}

function isFound(query: string, known: Known): boolean {
  const { indexed, rest } = wordPatterns(query);
  const document = searchDocument({ ...emptyProspect, ...known });
  return [...indexed, ...rest].every((pattern) => like(document, pattern));
}

describe('a name in any script is found by its parts', () => {
  test.each<[script: string, name: string, found: string[], not: string[]]>([
    [
      'Han',
      '北京李伟科技',
      ['李伟', '李', '伟', '北京', '科技', '京李伟科'],
      ['伟李', '李科', '王'],
    ],
    ['Kana', '株式会社ナカムラ', ['ナカ', 'カムラ', '株式', 'ラ'], ['ムカ', 'なか']],
    ['half-width Kana', 'ｶﾞﾙｼｱ', ['ガルシア', 'ガ', 'ルシ'], ['カルシア']],
    ['Hiragana', 'さくらー', ['くら', 'さ', 'らー'], ['らく']],
    ['Hangul', '김민수전자', ['김민수', '민수', '수', '수전자'], ['수민', '전수']],
    [
      'Cyrillic',
      'Фёдор Достоевский',
      ['федор', 'ФЁДОР', 'достоев', 'евский', 'до'],
      ['ев', 'евскии'],
    ],
    ['Greek', 'Γιάννης Παπαδόπουλος', ['γιαννησ', 'ΓΙΆΝΝΗΣ', 'παπαδο', 'πουλοσ', 'πα'], ['ου']],
    ['Arabic', 'مُحَمَّد العربي', ['محمد', 'مُحَمَّد', 'عربي', 'ال'], ['رب']],
    ['Hebrew', 'שָׁלוֹם כהן', ['שלום', 'לום', 'שָׁלוֹם', 'כה'], ['הן']],
    ['Thai', 'สมชาย', ['สมชาย', 'มชา', 'สม'], ['ชา']],
    ['Devanagari', 'नरेन्द्र', ['नरेन्द्र', 'रेन्'], ['द्']],
    ['Latin', 'Zoë Łukasiewicz-Sørensen', ['zoe', 'ZOË', 'luk', 'sorensen', 'siew', 'so'], ['ka']],
    ['German', 'Weiß', ['weiss', 'WEISS', 'weiß', 'eiß'], ['ei', 'ß']],
    ['Turkish', 'İpek Yıldız', ['ipek', 'İPEK', 'yildiz', 'YILDIZ'], ['ld']],
    ['Vietnamese', 'Nguyễn Đặng', ['nguyen', 'uyễn', 'dang', 'đặ'], ['an']],
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
    for (const query of ['josé', 'JOSE', 'Ång', 'ström', 'strom', 'JOSÉ ANG'])
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
    linkedinUrl: url,
    linkedinKey: linkedinKey(url),
  };
  for (const word of ['fullname', 'firstname', 'lastname', 'titled', 'companyname', 'mail@dom'])
    expect([word, isFound(word, known)]).toEqual([word, true]);
  for (const word of ['domain.ex', 'placename', 'the-slug-here', 'slug'])
    expect([word, isFound(word, known)]).toEqual([word, true]);
  const others = { website: 'https://site.example', phone: '+14155550100', nameKey: 'keyed' };
  for (const word of ['site', '4155550100', 'keyed', 'linkedin', 'https'])
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

test('a word of one or two characters matches only at the start of a word', () => {
  const known = { fullName: 'Jean-Luc O’Brien', email: 'jl.picard@ncc-1701.example' };
  for (const query of ['j', 'je', 'lu', 'o', 'br', 'jl', 'pi', 'nc', '17', 'JE LU'])
    expect([query, isFound(query, known)]).toEqual([query, true]);
  for (const query of ['ea', 'uc', 'ri', 'ic', '01', 'je uc'])
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

test('only words that the text index supports are sent to it', () => {
  const indexed = ['jane', 'li', 'a', '李', 'ab+', 'a.b', '.net', '4ab', '李伟'];
  const rest = ['c++', '%', '!!!', '🙂', 'a++++'];
  expect(wordPatterns(indexed.join(' '))).toMatchObject({ rest: [] });
  expect(wordPatterns(rest.join(' '))).toMatchObject({ indexed: [] });
  const mixed = wordPatterns('jane c++');
  expect(mixed).toEqual({ indexed: ['%jane%'], rest: ['%c++%'] });
});

test('the index matches the start of an email address, and each row is checked for all of it', () => {
  expect(wordPatterns('Jane.Doe@acme.example')).toEqual({
    indexed: ['%jane.doe@acm%'],
    rest: ['%jane.doe@acme.example%'],
  });
  expect(wordPatterns('jane@acm')).toEqual({ indexed: ['%jane@acm%'], rest: [] });
  expect(wordPatterns('@acme.example').indexed).toEqual(['%@acme.example%']);
  expect(wordPatterns('--@---abc').indexed).toEqual(['%--@---abc%']);
});

test('a word that is repeated, or given in another spelling, is searched once', () => {
  expect(wordPatterns('Zoë zoe  ZOE\tzoë')).toEqual(wordPatterns('zoe'));
  expect(wordPatterns(' \u200b ')).toEqual({ indexed: [], rest: [] });
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

test('any three or more adjacent characters of a field find its prospect', () => {
  fc.assert(
    fc.property(
      field,
      field,
      fc.constantFrom('fullName', 'title', 'companyName', 'locationName', 'email' as const),
      fc.nat(),
      fc.integer({ min: 3, max: 20 }),
      (text, other, name, start, length) => {
        const characters = [...text.normalize('NFC')];
        const from = start % characters.length;
        const part = characters.slice(from, from + length).join('');
        fc.pre([...fold(part)].length >= 3);
        expect(isFound(part, { firstName: other, [name]: text })).toBe(true);
        expect(isFound(part.toUpperCase(), { lastName: other, [name]: text })).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('folding twice changes neither the document nor the patterns', () => {
  fc.assert(
    fc.property(field, field, (fullName, title) => {
      const folded = { fullName: fold(fullName), title: fold(title) };
      const [once, twice] = [{ fullName, title }, folded].map((known) =>
        searchDocument({ ...emptyProspect, ...known }),
      );
      expect(twice).toBe(once);
      expect(wordPatterns(fold(`${fullName} ${title}`))).toEqual(
        wordPatterns(`${fullName} ${title}`),
      );
    }),
  );
});
