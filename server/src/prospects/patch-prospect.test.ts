import { randomUUID } from 'node:crypto';
import type { Lead, Prospect } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { editor } from '../../test/editor.ts';
import { amara as person, personFields } from '../../test/people.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

const amara = person;
const leadOf = (prospect: Prospect) =>
  Object.fromEntries(personFields.map((field) => [field, prospect[field]]));

/** What each field becomes when it alone is sent: of the names, one brings others along. */
const changes: [keyof Lead, string, Partial<Prospect>][] = [
  ['fullName', 'Zoe Ann Ray', { fullName: 'Zoe Ann Ray', firstName: 'Zoe', lastName: 'Ann Ray' }],
  ['firstName', 'Zoe', { fullName: 'Zoe Okafor', firstName: 'Zoe' }],
  ['lastName', 'Ray', { fullName: 'Amara Ray', lastName: 'Ray' }],
  ['title', 'Founder', { title: 'Founder' }],
  ['companyName', 'Nordlys', { companyName: 'Nordlys' }],
  ['linkedinUrl', 'linkedin.com/in/zoe', { linkedinUrl: 'https://www.linkedin.com/in/zoe' }],
  ['website', 'javascript:alert(1)', { website: 'javascript:alert(1)' }],
  ['email', 'Zoe@nordlys.example', { email: 'zoe@nordlys.example' }],
  ['phone', '+1 (415) 555-0100', { phone: '+14155550100' }],
  ['locationName', 'Zürich', { locationName: 'Zürich' }],
];
const clearings: [keyof Lead, Partial<Prospect>][] = [
  ['fullName', { fullName: null, firstName: null, lastName: null }],
  ['firstName', { fullName: 'Okafor', firstName: null }],
  ['lastName', { fullName: 'Amara', lastName: null }],
  ...personFields
    .filter((field) => !['fullName', 'firstName', 'lastName'].includes(field))
    .map((field): [keyof Lead, Partial<Prospect>] => [field, { [field]: null }]),
];

describe('each field alone', () => {
  test.each(changes)(
    '%s is changed to %s; the others stay, and the event says what was [edit.changes]',
    async (field, sent, becomes) => {
      const { person, edit, read, events } = await editor(service);
      const id = await person(amara);
      const before = await read(id);
      const { status, data } = await edit(id, { [field]: sent });
      expect(status).toBe(200);
      expect(leadOf(data.prospect)).toEqual({ ...amara, ...becomes });
      expect(await read(id)).toEqual(data.prospect);
      expect({ ...data.prospect, ...amara, updatedAt: before.updatedAt }).toEqual(before);
      const [event] = await events('prospect.updated');
      const previous = Object.fromEntries(
        Object.keys(becomes).map((name) => [name, amara[name as keyof Lead]]),
      );
      expect(event).toMatchObject({ prospectId: id, data: { prospect: leadOf(data.prospect) } });
      expect(event!.previous).toEqual(previous);
    },
  );

  test.each(clearings)(
    '%s is cleared by null, and the others stay [edit.null-clears]',
    async (field, becomes) => {
      const { person, edit, read, events } = await editor(service);
      const id = await person(amara);
      const { data } = await edit(id, { [field]: null });
      expect(leadOf(data.prospect)).toEqual({ ...amara, ...becomes });
      expect(leadOf(await read(id))).toEqual({ ...amara, ...becomes });
      expect(Object.keys((await events('prospect.updated'))[0]!.previous).sort()).toEqual(
        Object.keys(becomes).sort(),
      );
    },
  );

  test.each(personFields)(
    '%s stays when it is left out, empty or sent as it is: no event, no new updatedAt [edit.no-change]',
    async (field) => {
      const account = await editor(service);
      const { person, edit, read, rows } = account;
      const id = await person(amara);
      const before = await read(id);
      const { audit_entry: _, ...stored } = await rows();
      for (const body of [{}, { [field]: '' }, { [field]: '  ' }, { [field]: amara[field] }]) {
        // The names are one thing: one of three alone would say that the others follow from it.
        const whole = /^(full|first|last)Name$/.test(field) && body[field]?.trim() ? amara : body;
        const { data } = await edit(id, whole);
        expect(data.prospect).toEqual(before);
      }
      const { audit_entry: __, ...left } = await rows();
      expect(left).toEqual(stored);
      expect(await account.audit()).toEqual([]);
    },
  );
});

test('someone whose names are stored as a full name keeps the part that is not mentioned [edit.names]', async () => {
  const { person, edit } = await editor(service);
  const id = await person({ fullName: 'Mary Ann Smith', email: 'mary@acme.example' });
  const { data } = await edit(id, { firstName: 'Jo' });
  expect(data.prospect).toMatchObject({
    fullName: 'Jo Ann Smith',
    firstName: 'Jo',
    lastName: 'Ann Smith',
  });
  const whole = await edit(id, { fullName: 'Jo Ray' });
  expect(whole.data.prospect).toMatchObject({ firstName: 'Jo', lastName: 'Ray' });
});

test('every problem is told at once, as for a lead, and nothing is written', async () => {
  const { person, edit, rows } = await editor(service);
  const id = await person(amara);
  const before = await rows();
  const { status, error } = await edit(id, {
    email: 'nobody',
    linkedinUrl: 'not a page',
    title: 'x'.repeat(301),
    phone: 42,
    ifUpdatedAt: 'yesterday',
  });
  expect(status).toBe(422);
  expect(error.fieldErrors).toEqual({
    email: ['must be an e-mail address'],
    linkedinUrl: ['must be a web address'],
    title: ['must be at most 300 characters long'],
    phone: ['must be a string'],
    ifUpdatedAt: ['must be an updatedAt such as 2026-03-02T09:20:11.482Z'],
  });
  expect(await rows()).toEqual(before);
});

test('a prospect keeps a name, a LinkedIn page or an e-mail address [edit.somebody]', async () => {
  const { person, edit, read } = await editor(service);
  const id = await person({ fullName: 'Amara', email: 'amara@saltmarsh.example' });
  const { status, error } = await edit(id, { fullName: null, email: null, companyName: 'X' });
  expect(status).toBe(422);
  const message = 'cannot be cleared, as a prospect needs a name, a linkedinUrl or an email';
  expect(error.fieldErrors).toEqual({ email: [message], fullName: [message] });
  expect((await edit(id, { fullName: null })).status).toBe(200);
  expect((await edit(id, { email: null })).error.fieldErrors).toEqual({ email: [message] });
  expect((await edit(id, { email: null, lastName: 'Okafor' })).status).toBe(200);
  expect(await read(id)).toMatchObject({ fullName: 'Okafor', email: null });
});

test('a search finds the person by what they are now, and no longer by what they were', async () => {
  const { person, edit, token } = await editor(service);
  const id = await person(amara);
  const found = async (query: Record<string, string>) =>
    (await service.call(token, 'GET', '/prospects', { query: { ...query, returnIds: 'true' } }))
      .data.ids;
  await edit(id, { title: 'Chemist', email: null });
  expect(await found({ q: 'chemist' })).toEqual([id]);
  expect(await found({ q: 'buyer' })).toEqual([]);
  expect(await found({ hasEmail: 'false' })).toEqual([id]);
  await edit(id, { email: 'a@saltmarsh.example', linkedinUrl: null });
  expect(await found({ hasEmail: 'true', hasLinkedin: 'false', q: 'a@salt' })).toEqual([id]);
});

test('who edits by ifUpdatedAt overwrites nothing unseen, and is told when it changed [edit.stale]', async () => {
  const { person, edit, read, bulk } = await editor(service);
  const id = await person(amara);
  const { updatedAt } = await read(id);
  const first = await edit(id, { title: 'Chemist', ifUpdatedAt: updatedAt });
  expect(first.status).toBe(200);
  const second = await edit(id, { title: 'Founder', ifUpdatedAt: updatedAt });
  expect(second.status).toBe(422);
  const now = first.data.prospect.updatedAt;
  expect(second.error.fieldErrors).toEqual({ ifUpdatedAt: [expect.stringContaining(now)] });
  expect((await read(id)).title).toBe('Chemist');
  expect((await edit(id, { title: 'Founder', ifUpdatedAt: now })).status).toBe(200);
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] });
  const { updatedAt: moved } = await read(id);
  expect((await edit(id, { title: 'Buyer', ifUpdatedAt: moved })).status).toBe(200);
  expect((await edit(id, { title: 'Last' })).status).toBe(200);
});

test('a change is later than the one before it, though it may have begun earlier [edit.stale]', async () => {
  const { person, edit, bulk, read } = await editor(service);
  const id = await person(amara);
  // What began after it was done first, and has left a time that is still to come.
  await service.owner.ask(sql`
    update prospect set updated_at = now() + interval '1 hour' where id = ${id}`);
  const times = [(await read(id)).updatedAt];
  for (const change of [
    () => edit(id, { title: 'Chemist' }),
    () => edit(id, { title: 'Founder' }),
    () => bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] }),
    () => bulk({ action: 'suppress', prospectIds: [id] }),
  ]) {
    await change();
    times.push((await read(id)).updatedAt);
  }
  expect(times).toEqual([...new Set(times)].sort());
});

test('the audit log names the personFields that changed, and no value of them [edit.audit]', async () => {
  const { person, edit, audit, tokenId } = await editor(service);
  const id = await person(amara);
  await edit(id, { title: 'Chemist', phone: null, companyName: amara.companyName });
  expect(await audit()).toEqual([
    {
      action: 'prospect.edited',
      target: id,
      actor: tokenId,
      detail: { fields: ['title', 'phone'] },
    },
  ]);
});

test('a repeat with the same key changes nothing again; nobody edits someone who is not there', async () => {
  const { person, token, events } = await editor(service);
  const id = await person(amara);
  const send = (path: string) =>
    service.call(token, 'PATCH', `/api/v1/manage/prospects/${path}`, {
      body: { title: 'Chemist', colour: 'green' },
      headers: { 'idempotency-key': 'once' },
    });
  const [first, second] = [await send(id), await send(id)];
  expect(first.data.warnings).toEqual([{ path: ['colour'], message: 'unknown field, ignored' }]);
  expect(second.data).toEqual(first.data);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await events('prospect.updated')).toHaveLength(1);
  expect((await send(randomUUID())).status).toBe(404);
});
