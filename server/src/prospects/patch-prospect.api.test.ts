import type { Lead, Prospect } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { leadFields, amaraLead as person } from '../../test/sample-leads.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

const amara = person;
const leadOf = (prospect: Prospect) =>
  Object.fromEntries(leadFields.map((field) => [field, prospect[field]]));

/** The result of sending each field alone; a name field can change other name fields. */
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

describe('each field sent alone', () => {
  test.each(changes)(
    '%s is changed to %s; the others are unchanged, and the event has the old value',
    async (field, sent, becomes) => {
      const { addLead: person, edit, read, events } = await prospectsClient(service);
      const id = await person(amara);
      const before = await read(id);
      const { status, data } = await edit(id, { [field]: sent });
      expect(status).toBe(200);
      expect(leadOf(data.prospect)).toEqual({ ...amara, ...becomes });
      expect(await read(id)).toEqual(data.prospect);
      const { updatedAt, lastActivityAt } = before;
      expect({ ...data.prospect, ...amara, updatedAt, lastActivityAt }).toEqual(before);
      const [event] = await events('prospect.updated');
      const previous = Object.fromEntries(
        Object.keys(becomes).map((name) => [name, amara[name as keyof Lead]]),
      );
      expect(event).toMatchObject({ prospectId: id, data: { prospect: leadOf(data.prospect) } });
      expect(event!.previous).toEqual(previous);
    },
  );

  test.each(leadFields)(
    '%s is unchanged when left out, empty or sent with its value: no event, no new updatedAt',
    async (field) => {
      const account = await prospectsClient(service);
      const { addLead: person, edit, read, checksums: rows } = account;
      const id = await person(amara);
      const before = await read(id);
      const { audit_entry: _, ...stored } = await rows();
      for (const body of [{}, { [field]: '' }, { [field]: '  ' }, { [field]: amara[field] }]) {
        // The names are sent together, because one of them alone changes the others.
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

test('all problems are reported at once, as for a lead, and nothing is written', async () => {
  const { addLead: person, edit, checksums: rows } = await prospectsClient(service);
  const id = await person(amara);
  const before = await rows();
  const { status, error } = await edit(id, {
    email: 'nobody',
    linkedinUrl: 'not a page',
    title: 'x'.repeat(301),
    phone: true,
    ifUpdatedAt: 'yesterday',
  });
  expect(status).toBe(422);
  expect(error.fieldErrors).toEqual({
    email: ['must be a valid email address'],
    linkedinUrl: ['must be a URL'],
    title: ['must be at most 300 characters long'],
    phone: ['must be a string'],
    ifUpdatedAt: ['must be an updatedAt such as 2026-03-02T09:20:11.482Z'],
  });
  expect(await rows()).toEqual(before);
});

test('an edit with an outdated ifUpdatedAt is rejected with the time of the last change', async () => {
  const { addLead: person, edit, read, bulk } = await prospectsClient(service);
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

test('each change has a later updatedAt than the one before, even if it began earlier', async () => {
  const { addLead: person, edit, bulk, read } = await prospectsClient(service);
  const id = await person(amara);
  // A later request finished first and stored a later time.
  await service.owner.query(sql`
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

test('the audit log lists the changed personFields without their values', async () => {
  const { addLead: person, edit, audit, tokenId } = await prospectsClient(service);
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
