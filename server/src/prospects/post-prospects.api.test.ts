import { expect, test } from 'vitest';
import { createPlan } from '../../test/leads-client.ts';
import { prospectsClient } from '../../test/prospects-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

const email = 'amara@saltmarsh.example';
const linkedinUrl = 'https://www.linkedin.com/in/amara';

test('a prospect added by hand has the source manual, and the response shows its current record', async () => {
  const { create: add, read, events, expectExactCounts } = await prospectsClient(service);
  const { status, data } = await add({
    fullName: 'Amara Okafor',
    email,
    phone: '+49 30 901820',
    listName: 'Fair',
  });
  expect(status).toBe(200);
  const { prospectId } = data;
  const prospect = await read(prospectId);
  expect(data).toEqual({
    status: 'inserted',
    prospectId,
    prospect,
    quota: { monthlyImports: 250_000, remaining: 249_999, resetsAt: expect.any(String) },
  });
  expect(prospect).toMatchObject({
    fullName: 'Amara Okafor',
    phone: '+4930901820',
    sourceType: 'manual',
    stage: 'new',
    lists: [{ name: 'Fair' }],
  });
  const [created] = await events('prospect.created');
  expect(created!.data.prospect.sourceType).toBe('manual');
  await expectExactCounts();
});

test('an existing prospect is recognized, updated or left unchanged, and keeps its source', async () => {
  const { addLead: person, create: add } = await prospectsClient(service);
  const id = await person({ email, linkedinUrl });
  const updated = await add({ email: email.toUpperCase(), title: 'Buyer' });
  expect(updated.data).toMatchObject({
    status: 'updated',
    prospectId: id,
    matchedBy: 'email',
    prospect: { id, title: 'Buyer', sourceType: 'extension' },
  });
  const skipped = await add({ linkedinUrl, email: 'other@acme.example' });
  expect(skipped.data).toMatchObject({
    status: 'skipped',
    reason: 'unchanged',
    matchedBy: 'linkedin',
    ignored: ['email'],
    prospect: { id, email },
  });
});

test('a lead that matches two prospects, or is over the quota, is reported and not stored', async () => {
  const account = await prospectsClient(service);
  const { addLead: person, create: add, workspace, checksums: rows } = account;
  const byPage = await person({ linkedinUrl });
  const byMail = await person({ email });
  const plan = await createPlan(service, 2);
  await service.owner.query(sql`update workspace set plan_id = ${plan} where id = ${workspace.id}`);
  const before = await rows();
  const quota = { monthlyImports: 2, remaining: 0, resetsAt: expect.any(String) };
  expect((await add({ email, linkedinUrl })).data).toEqual({
    status: 'failed',
    reason: 'identity_conflict',
    conflictIds: [byPage, byMail],
    prospect: null,
    quota,
  });
  const blocked = await add({ email: 'new@acme.example' });
  expect(blocked.data).toEqual({
    status: 'quota_blocked',
    reason: 'quota_exceeded',
    prospect: null,
    quota,
  });
  expect(await rows()).toEqual(before);
});
