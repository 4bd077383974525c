import type { Lead } from '@outcrop/contract';
import { personKeys } from '@outcrop/contract/identity';
import { describe, expect, test } from 'vitest';
import { decide, type Known } from './decide.ts';

const e1 = { email: 'e1@acme.example' };
const e2 = { email: 'e2@acme.example' };
const l1 = { linkedinUrl: 'https://www.linkedin.com/in/l1' };
const l2 = { linkedinUrl: 'https://www.linkedin.com/in/l2' };
const ann = { fullName: 'Ann Lee', companyName: 'Acme' };

/** The leads in one request; new people are called new1, new2 and so on. */
function decided(
  leads: Lead[],
  { known = [], importsLeft = 100, wantsList = false }: Partial<Parameters<typeof decide>[0]> = {},
) {
  let made = 0;
  return decide({
    leads: leads.map((lead, index) => ({ index, lead, keys: personKeys(lead) })),
    known,
    importsLeft,
    wantsList,
    newId: () => `new${++made}`,
  });
}

const statuses = (leads: Lead[], question = {}) =>
  decided(leads, question).results.map(({ status }) => status);

/** Someone who is stored with what this lead says. */
const stored = (id: string, lead: Lead, onList = false): Known => ({
  ...decided([lead]).created[0]!,
  id,
  onList,
});

describe('leads of one request act one after another [leads.in-sequence]', () => {
  test.each<[string, Lead[], string[]]>([
    [
      'two people whom a third lead takes for one',
      [e1, l1, { ...e1, ...l1 }],
      ['inserted', 'inserted', 'failed'],
    ],
    [
      'one person, then each half of them',
      [{ ...e1, ...l1 }, e1, l1],
      ['inserted', 'skipped', 'skipped'],
    ],
    [
      'a person who is joined by an address, then found by it',
      [e1, { ...e1, ...l1 }, l1],
      ['inserted', 'skipped', 'skipped'],
    ],
    [
      'an address that was not taken, and so means a new person',
      [{ ...e1, ...l1 }, { ...e2, ...l1 }, e2],
      ['inserted', 'skipped', 'inserted'],
    ],
    [
      'a name, then the name with an address, then the name',
      [ann, { ...ann, ...e1 }, ann],
      ['inserted', 'inserted', 'skipped'],
    ],
  ])('%s', (_, leads, expected) => {
    expect(statuses(leads)).toEqual(expected);
  });

  test('conflicts name the people, new ones included, LinkedIn first [leads.conflict-ids]', () => {
    const { results } = decided([e1, { ...e1, ...l2 }, { ...e2 }, { ...e2, ...l2 }], {
      known: [],
    });
    expect(results[3]).toEqual({
      index: 3,
      status: 'failed',
      reason: 'identity_conflict',
      conflictIds: ['new1', 'new2'],
    });
  });
});

describe('a repeat within a request', () => {
  test('only fills blanks and is skipped [leads.repeat]', () => {
    const known = [stored('a', { ...e1, title: 'CEO' })];
    const { results, changed } = decided(
      [
        { ...e1, title: 'CTO' },
        { ...e1, title: 'CFO', phone: '1', ...l1, fullName: 'Ann Lee' },
        { ...l1, phone: '2', firstName: 'Bo' },
      ],
      { known },
    );
    expect(results.map(({ status, reason }) => reason ?? status)).toEqual([
      'updated',
      'repeated',
      'repeated',
    ]);
    expect(changed).toHaveLength(1);
    expect(changed[0]!.before).toBe(known[0]);
    expect(changed[0]!.after).toMatchObject({
      title: 'CTO',
      phone: '1',
      fullName: 'Ann Lee',
      firstName: null,
      ...e1,
      ...l1,
    });
  });

  test('of a new person is part of how they are created [leads.repeat]', () => {
    const { created, changed } = decided([
      { ...e1, title: 'CEO' },
      { ...e1, title: 'CTO', phone: '1' },
    ]);
    expect(changed).toEqual([]);
    expect(created).toMatchObject([{ id: 'new1', title: 'CEO', phone: '1' }]);
  });

  test('of a known person in whom nothing changed writes what it adds', () => {
    const known = [stored('a', e1)];
    const { results, changed } = decided([e1, { ...e1, title: 'CEO' }], { known });
    expect(results.map(({ reason }) => reason)).toEqual(['unchanged', 'repeated']);
    expect(changed).toMatchObject([{ after: { id: 'a', title: 'CEO' } }]);
  });

  test('of a failed or blocked lead gets its status again [leads.repeat-of-refused]', () => {
    const known = [stored('a', e1), stored('b', l1)];
    const both = { ...e1, ...l1 };
    expect(statuses([both, both], { known })).toEqual(['failed', 'failed']);
    expect(statuses([e2, e2, e1, e2], { known, importsLeft: 0 })).toEqual([
      'quota_blocked',
      'quota_blocked',
      'skipped',
      'quota_blocked',
    ]);
  });

  test('names the identifiers that it does not take', () => {
    const { results } = decided([
      { ...e1, ...l1 },
      { ...e2, ...l1 },
      { ...e1, ...l2 },
    ]);
    expect(results.map(({ ignored }) => ignored)).toEqual([undefined, ['email'], ['linkedinUrl']]);
  });
});

describe('an identifier', () => {
  test('fills a blank and replaces nothing [leads.identifier-fills-blank]', () => {
    const known = [stored('a', e1), stored('b', { ...e2, ...l2 })];
    const { results, changed } = decided(
      [
        { ...e1, ...l1 },
        { ...l2, email: 'x@acme.example' },
      ],
      {
        known,
      },
    );
    expect(changed).toMatchObject([{ after: { id: 'a', ...e1, ...l1 } }]);
    expect(results[1]).toMatchObject({ status: 'skipped', ignored: ['email'] });
  });

  test('in another spelling is neither a change nor ignored', () => {
    const known = [stored('a', { ...e1, ...l1 })];
    const { results, changed } = decided(
      [{ email: 'E1@ACME.example', linkedinUrl: 'http://linkedin.com/in/L1/' }],
      { known },
    );
    expect(results).toEqual([
      {
        index: 0,
        status: 'skipped',
        reason: 'unchanged',
        prospectId: 'a',
        matchedBy: 'linkedin',
      },
    ]);
    expect(changed).toEqual([]);
  });
});

describe('the quota', () => {
  test('is taken by new people in the order sent, and by nobody else [leads.quota-in-order quota.only-new]', () => {
    const known = [stored('a', e1)];
    const both = { email: 'x@acme.example' };
    expect(statuses([l1, e1, both, l2, both, e2, l1], { known, importsLeft: 2 })).toEqual([
      'inserted',
      'skipped',
      'inserted',
      'quota_blocked',
      'skipped',
      'quota_blocked',
      'skipped',
    ]);
  });

  test('is not touched by leads in conflict', () => {
    const known = [stored('a', e1), stored('b', l1)];
    expect(statuses([{ ...e1, ...l1 }, e2], { known, importsLeft: 1 })).toEqual([
      'failed',
      'inserted',
    ]);
  });
});

describe('a list', () => {
  test('is joined once by everyone who was met and is not on it', () => {
    const known = [stored('a', e1), stored('b', l1, true), stored('c', e2), stored('d', l2)];
    const { results, joining } = decided([e1, l1, e1, ann, { ...e2, ...l2 }], {
      known,
      wantsList: true,
    });
    expect(results.map(({ status }) => status)).toEqual([
      'updated',
      'skipped',
      'skipped',
      'inserted',
      'failed',
    ]);
    expect(joining).toEqual(['a', 'new1']);
  });

  test('that nobody asked for is joined by nobody', () => {
    expect(decided([e1, ann]).joining).toEqual([]);
  });
});

test('a lead that is matched by name keeps to that name, in whichever parts it comes', () => {
  const known = [stored('a', { lastName: 'Ann', companyName: 'Acme' })];
  const { changed } = decided([{ firstName: 'Ann', companyName: 'ACME' }], { known });
  expect(changed).toMatchObject([
    { after: { firstName: 'Ann', lastName: null, companyName: 'ACME', nameKey: 'ann\nacme' } },
  ]);
});
