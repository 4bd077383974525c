import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sampleSender } from '../../test/error-triggers.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

type Lead = Record<string, string>;

/** Creates these prospects in a workspace and searches it by q. */
async function peopleCalled(leads: Record<string, Lead>) {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const names = Object.keys(leads);
  const { data } = await service.call(token, 'POST', '/leads', {
    body: { leads: Object.values(leads) },
  });
  expect(data.inserted).toBe(names.length);
  const send = sampleSender(service, endpoints.getProspects, () => workspace.token('viewer'));
  return async (q: string): Promise<string[]> => {
    const { status, data: found } = await send({ query: { q, returnIds: 'true' }, body: null });
    expect(status).toBe(200);
    expect(found.total).toBe(found.ids.length);
    return found.ids.map((id: string) => names[data.prospectIds.indexOf(id)]).sort();
  };
}

test('q finds a word in every searched field, and in no other [prospects.q]', async () => {
  const search = await peopleCalled({
    full: { fullName: 'Amara Fieldone' },
    first: { firstName: 'Fieldtwo', email: 'a@b.example' },
    last: { lastName: 'Fieldthree', email: 'b@b.example' },
    title: { fullName: 'T', title: 'the Fieldfour', email: 'c@b.example' },
    company: { fullName: 'C', companyName: 'Fieldfive Ltd' },
    email: { email: 'some.fieldsix@b.example' },
    slug: { linkedinUrl: 'https://www.linkedin.com/in/fieldseven-1' },
    place: { fullName: 'P', locationName: 'Upper Fieldeight' },
    site: { fullName: 'S', website: 'https://www.fieldnine.example/x', phone: '+14155550100' },
  });
  for (const [word, names] of [
    ['fieldone', ['full']],
    ['fieldtwo', ['first']],
    ['fieldthree', ['last']],
    ['fieldfour', ['title']],
    ['fieldfive', ['company']],
    ['fieldsix@b', ['email']],
    ['some.fieldsix@b.example', ['email']],
    ['some.fieldsix@b.elsewhere', []],
    ['fieldseven', ['slug']],
    ['fieldeight', ['place']],
    ['fieldnine.example', ['site']],
    ['www', []],
    ['4155550100', []],
    ['linkedin.com', []],
  ] as const)
    expect([word, await search(word)]).toEqual([word, names]);
  expect(await search('field')).toHaveLength(9);
  expect(await search('ield')).toEqual([]);
});

test('a complete email address or profile URL finds its prospect, in any spelling', async () => {
  const search = await peopleCalled({
    bob: { linkedinUrl: 'https://www.linkedin.com/in/bob-ray', email: 'bob@bücher.example' },
    other: { linkedinUrl: 'https://www.linkedin.com/in/bob-ray-2', email: 'xbob@b.example' },
    member: { linkedinUrl: 'https://www.linkedin.com/in/ACoAAB1cD2eFgHi' },
    company: { fullName: 'C', linkedinUrl: 'https://www.linkedin.com/company/acme' },
  });
  for (const [q, names] of [
    ['https://www.linkedin.com/in/bob-ray', ['bob']],
    ['linkedin.com/in/Bob-Ray/?trk=x', ['bob']],
    ['de.linkedin.com/comm/in/bob-ray', ['bob']],
    ['linkedin.com/in/bob-ray-3', []],
    ['linkedin.com/sales/lead/ACoAAB1cD2eFgHi,NAME_SEARCH', ['member']],
    ['https://www.linkedin.com/company/acme', []],
    ['BOB@xn--bcher-kva.example', ['bob']],
    ['bob@b.example', []],
    ['xbob@b.exam', ['other']],
    ['xbob@b.example', ['other']],
  ] as const)
    expect([q, await search(q)]).toEqual([q, names]);
});

test('every word must occur, in any order and field', async () => {
  const search = await peopleCalled({
    both: { fullName: 'Ana Silva', companyName: 'Northwind' },
    one: { fullName: 'Ana Souza' },
  });
  expect(await search('ana')).toEqual(['both', 'one']);
  expect(await search('silva ana')).toEqual(['both']);
  expect(await search('northwind ana silva')).toEqual(['both']);
  expect(await search('ana nobody')).toEqual([]);
});

test('case and accents are ignored in q and in the record', async () => {
  const search = await peopleCalled({
    accented: { fullName: 'Zoë Ångström' },
    plain: { fullName: 'ZOE ANGSTROM' },
    slavic: { fullName: 'Łukasz Фёдор' },
  });
  for (const q of ['zoe', 'ZOË', 'Zoe\u0308', 'ångström', 'ANGSTROM', 'ang zo'])
    expect([q, await search(q)]).toEqual([q, ['accented', 'plain']]);
  for (const q of ['lukasz', 'ŁUK', 'федор', 'ФЁДОР'])
    expect([q, await search(q)]).toEqual([q, ['slavic']]);
});

test('percent sign, underscore and backslash are matched literally', async () => {
  const search = await peopleCalled({
    percent: { fullName: 'P', title: '100%' },
    underscore: { fullName: 'U', title: 'snake_case' },
    backslash: { fullName: 'B', title: 'back\\slash' },
    none: { fullName: 'N', title: '1000 snakeXcase backXslash' },
    signs: { fullName: '%_\\' },
  });
  for (const [q, names] of [
    ['100%', ['percent']],
    ['snake_case', ['underscore']],
    ['back\\slash', ['backslash']],
    ['100', ['none', 'percent']],
    ['%_\\', ['signs']],
    ['%', ['signs']],
    ['_', []],
    ['%%%', []],
    ['___', []],
    ['\\\\', []],
    ['s%e', []],
    ['\\%', []],
  ] as const)
    expect([q, await search(q)]).toEqual([q, names]);
});

test('a word matches at the start of words, also of those behind signs', async () => {
  const search = await peopleCalled({
    wei: { fullName: 'Li Wei' },
    oli: { fullName: 'Oliver' },
    luc: { fullName: 'Jean-Luc' },
    mail: { email: 'x.li@we.example' },
  });
  for (const [q, names] of [
    ['li', ['mail', 'wei']],
    ['w', ['mail', 'wei']],
    ['lu', ['luc']],
    ['l', ['luc', 'mail', 'wei']],
    ['jean-lu', ['luc']],
    ['li@we', ['mail']],
    ['we.example', ['mail']],
    ['x.li@we.example', ['mail']],
    ['oliver', ['oli']],
    ['uc', []],
    ['liv', []],
    ['iver', []],
    ['xample', []],
  ] as const)
    expect([q, await search(q)]).toEqual([q, names]);
});

test('Chinese, Japanese and Korean names are found by any adjacent characters', async () => {
  const search = await peopleCalled({
    company: { fullName: 'A', companyName: '北京李伟科技' },
    name: { fullName: '李伟' },
    apart: { fullName: '伟李' },
    kana: { fullName: 'ナカムラ さくら' },
    hangul: { fullName: '김민수' },
  });
  expect(await search('李伟')).toEqual(['company', 'name']);
  expect(await search('伟李')).toEqual(['apart']);
  expect(await search('李')).toEqual(['apart', 'company', 'name']);
  expect(await search('伟科')).toEqual(['company']);
  expect(await search('カムラ')).toEqual(['kana']);
  expect(await search('ｶﾑﾗ くら')).toEqual(['kana']);
  expect(await search('민수')).toEqual(['hangul']);
});

test('quotes, regular expressions and SQL in q are treated as text', async () => {
  const search = await peopleCalled({
    quoted: { fullName: `Robert'); drop table prospect;--` },
    dollars: { fullName: "$$ E'\\\\' \"; select 1" },
    other: { fullName: 'Jane' },
  });
  expect(await search(`robert');`)).toEqual(['quoted']);
  expect(await search(`drop table prospect;--`)).toEqual(['quoted']);
  expect(await search(`');`)).toEqual([]);
  expect(await search(`e'\\\\'`)).toEqual(['dollars']);
  const bombs = [
    '(a+)+$',
    '.*',
    '^(a|a?)+$',
    "' or '1'='1",
    '%L',
    '%s%s%s',
    '$1',
    '\\',
    "\\'",
    '$x$',
  ];
  for (const q of [...bombs, 'a'.repeat(500), '(((((((', '\u202eenaj', '🙂🙂🙂'])
    expect([q, await search(q)]).toEqual([q, []]);
});

test('q accepts at most 500 characters, of any number of words', async () => {
  const token = await (await service.workspace()).token('member');
  const distinct = Array.from({ length: 50 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  const lead = { fullName: distinct.join(''), companyName: 'x'.repeat(300) };
  await service.call(token, 'POST', '/leads', { body: { leads: [lead] } });
  const ask = (q: string) => service.call(token, 'GET', '/prospects', { query: { q } });
  expect((await ask(distinct.join(' '))).data.total).toBe(1);
  expect((await ask(distinct.join(' ').replace('一', '龍'))).data.total).toBe(0);
  expect((await ask(`${'x'.repeat(300)} ${'x'.repeat(199)}`)).data.total).toBe(1);
  expect((await ask(Array.from({ length: 250 }, (_, n) => n % 10).join(' '))).data.total).toBe(0);
  expect((await ask('%_'.repeat(250))).data.total).toBe(0);
  expect((await ask('🙂'.repeat(500))).data.total).toBe(0);
  for (const q of ['x'.repeat(501), '🙂'.repeat(501)]) {
    const { status, error } = await ask(q);
    expect(status).toBe(422);
    expect(error.fieldErrors).toEqual({ q: ['must be at most 500 characters long'] });
  }
});
