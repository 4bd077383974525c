import type { Lead } from '@outcrop/contract';
import { identityKeys } from '@outcrop/contract/identity';
import { describe, expect, test } from 'vitest';
import { decideLeads, type ExistingProspect } from './lead-match-rules.ts';

const e1 = { email: 'e1@acme.example' };
const e2 = { email: 'e2@acme.example' };
const l1 = { linkedinUrl: 'https://www.linkedin.com/in/l1' };
const l2 = { linkedinUrl: 'https://www.linkedin.com/in/l2' };
const ann = { fullName: 'Ann Lee', companyName: 'Acme' };

/** Decides the leads of one request; new prospects are called new1, new2 and so on. */
function decided(
  leads: Lead[],
  {
    existing = [],
    importsLeft = 100,
    hasList = false,
  }: Partial<Parameters<typeof decideLeads>[0]> = {},
) {
  let made = 0;
  return decideLeads({
    leads: leads.map((lead, index) => ({ index, lead, keys: identityKeys(lead) })),
    existing,
    importsLeft,
    hasList,
    newId: () => `new${++made}`,
  });
}

const statuses = (leads: Lead[], question = {}) =>
  decided(leads, question).results.map(({ status }) => status);

/** A stored prospect with the fields of this lead. */
const stored = (id: string, lead: Lead, onList = false): ExistingProspect => ({
  ...decided([lead]).created[0]!,
  id,
  onList,
});

describe('leads of one request are processed in sequence', () => {
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

  test('a conflict names the prospects it matches, including new ones, LinkedIn match first', () => {
    const { results } = decided([e1, { ...e1, ...l2 }, { ...e2 }, { ...e2, ...l2 }], {
      existing: [],
    });
    expect(results[3]).toEqual({
      index: 3,
      status: 'failed',
      reason: 'identity_conflict',
      conflictIds: ['new1', 'new2'],
    });
  });
});

describe('a repeated lead within a request', () => {
  test('only fills blanks and is skipped', () => {
    const existing = [stored('a', { ...e1, title: 'CEO' })];
    const { results, changed } = decided(
      [
        { ...e1, title: 'CTO' },
        { ...e1, title: 'CFO', phone: '1', ...l1, fullName: 'Ann Lee' },
        { ...l1, phone: '2', firstName: 'Bo' },
      ],
      { existing },
    );
    expect(results.map(({ status, reason }) => reason ?? status)).toEqual([
      'updated',
      'repeated',
      'repeated',
    ]);
    expect(changed).toHaveLength(1);
    expect(changed[0]!.before).toBe(existing[0]);
    expect(changed[0]!.after).toMatchObject({
      title: 'CTO',
      phone: '1',
      fullName: 'Ann Lee',
      firstName: null,
      ...e1,
      ...l1,
    });
  });

  test('for an unchanged stored prospect writes the fields it adds', () => {
    const existing = [stored('a', e1)];
    const { results, changed } = decided([e1, { ...e1, title: 'CEO' }], { existing });
    expect(results.map(({ reason }) => reason)).toEqual(['unchanged', 'repeated']);
    expect(changed).toMatchObject([{ after: { id: 'a', title: 'CEO' } }]);
  });

  test('of a failed or blocked lead gets the same status', () => {
    const existing = [stored('a', e1), stored('b', l1)];
    const both = { ...e1, ...l1 };
    expect(statuses([both, both], { existing })).toEqual(['failed', 'failed']);
    expect(statuses([e2, e2, e1, e2], { existing, importsLeft: 0 })).toEqual([
      'quota_blocked',
      'quota_blocked',
      'skipped',
      'quota_blocked',
    ]);
  });
});

describe('an identifier', () => {
  test('fills a blank and never replaces a stored value', () => {
    const existing = [stored('a', e1), stored('b', { ...e2, ...l2 })];
    const { results, changed } = decided(
      [
        { ...e1, ...l1 },
        { ...l2, email: 'x@acme.example' },
      ],
      {
        existing,
      },
    );
    expect(changed).toMatchObject([{ after: { id: 'a', ...e1, ...l1 } }]);
    expect(results[1]).toMatchObject({ status: 'skipped', ignored: ['email'] });
  });
});

describe('the quota', () => {
  test('is used by new prospects in the order sent, and by no other leads', () => {
    const existing = [stored('a', e1)];
    const both = { email: 'x@acme.example' };
    expect(statuses([l1, e1, both, l2, both, e2, l1], { existing, importsLeft: 2 })).toEqual([
      'inserted',
      'skipped',
      'inserted',
      'quota_blocked',
      'skipped',
      'quota_blocked',
      'skipped',
    ]);
  });
});

describe('a list', () => {
  test('gets each matched or new prospect once, unless it is already on the list', () => {
    const existing = [stored('a', e1), stored('b', l1, true), stored('c', e2), stored('d', l2)];
    const { results, newMemberIds } = decided([e1, l1, e1, ann, { ...e2, ...l2 }], {
      existing,
      hasList: true,
    });
    expect(results.map(({ status }) => status)).toEqual([
      'updated',
      'skipped',
      'skipped',
      'inserted',
      'failed',
    ]);
    expect(newMemberIds).toEqual(['a', 'new1']);
  });
});

test('a lead matched by name keeps matching that name, however it is split into parts', () => {
  const existing = [stored('a', { lastName: 'Ann', companyName: 'Acme' })];
  const { changed } = decided([{ firstName: 'Ann', companyName: 'ACME' }], { existing });
  expect(changed).toMatchObject([
    { after: { firstName: 'Ann', lastName: null, companyName: 'ACME', nameKey: 'ann\nacme' } },
  ]);
});
