import { describe, expect, test } from 'vitest';
import { type MessagesClient, messagesClient } from '../../../test/messages/messages-client.ts';
import { testService } from '../../../test/service.ts';
import { waitForLock } from '../../../test/wait-for-lock.ts';
import { readConfig } from '../../config.ts';
import { sql } from '../../platform/db/index.ts';
import { addAddressFact } from '../suppression/address-facts.ts';
import { Suppression } from '../suppression/suppression.ts';
import { stopEnrollments } from './stop-enrollments.ts';

const service = await testService();
const { owner } = service;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);
const email = 'jane@acme.example';

async function enrolled(account: MessagesClient, address = email) {
  const prospectId = await account.addLead({ email: address });
  const { campaignId, stepIds } = await account.campaign();
  await account.enroll(campaignId, [prospectId]);
  return { prospectId, campaignId, stepIds };
}

const statuses = async (account: MessagesClient) =>
  (await account.enrollments()).map(({ status }) => status);

const suppressByAddress = ({ token }: MessagesClient, emails: string[]) =>
  service.call(token, 'POST', '/api/v1/manage/suppression', {
    body: { emails },
  });

describe('enrollments end when their prospect is suppressed', () => {
  const ways: [string, (account: MessagesClient, prospectId: string) => Promise<unknown>][] = [
    ['in bulk', (account, id) => account.bulk({ action: 'suppress', prospectIds: [id] })],
    ['by address', (account) => suppressByAddress(account, [email])],
    [
      'by an edit that gives it a suppressed identifier',
      async (account, id) => {
        await suppressByAddress(account, ['gone@acme.example']);
        await account.edit(id, { email: 'gone@acme.example' });
      },
    ],
    [
      'by a lead that gives it a suppressed identifier',
      async (account) => {
        const linkedinUrl = 'https://www.linkedin.com/in/jane-doe';
        const other = await account.addLead({ linkedinUrl });
        await account.bulk({ action: 'suppress', prospectIds: [other] });
        await account.bulk({ action: 'delete', prospectIds: [other] });
        await account.post([{ email, linkedinUrl }]);
      },
    ],
    [
      'by merging a suppressed prospect into it',
      async (account, id) => {
        const other = await account.addLead({ email: 'other@acme.example' });
        await account.bulk({ action: 'suppress', prospectIds: [other] });
        await account.merge(id, other);
      },
    ],
  ];
  test.each(ways)('%s', async (_, suppress) => {
    const account = await messagesClient(service);
    const { prospectId } = await enrolled(account);
    await suppress(account, prospectId);
    expect((await account.read(prospectId)).doNotContact).toBe(true);
    expect(await statuses(account)).toEqual(['suppressed']);
  });

  test('others of the campaign go on', async () => {
    const account = await messagesClient(service);
    const { prospectId, campaignId } = await enrolled(account);
    await account.enroll(campaignId, [await account.addLead({ email: 'john@acme.example' })]);
    await account.bulk({ action: 'suppress', prospectIds: [prospectId] });
    expect((await statuses(account)).sort()).toEqual(['suppressed', 'waiting']);
  });
});

test.each(['waiting', 'sending', 'away', 'held'])('an enrollment that is %s ends', async (from) => {
  const account = await messagesClient(service);
  const { prospectId, campaignId } = await enrolled(account);
  await account.setEnrollment(campaignId, prospectId, { status: from, reason: 'unknown' });
  await owner.transaction(account.workspace.id, (tx) =>
    stopEnrollments({ tx }, { prospectIds: [prospectId] }, 'replied'),
  );
  expect(await account.enrollments()).toMatchObject([{ status: 'replied', reason: null }]);
});

test.each(['finished', 'replied', 'unsubscribed', 'bounced', 'stopped'])(
  'an enrollment that is %s stays so',
  async (ended) => {
    const account = await messagesClient(service);
    const { prospectId, campaignId } = await enrolled(account);
    await account.setEnrollment(campaignId, prospectId, { status: ended });
    await account.bulk({ action: 'suppress', prospectIds: [prospectId] });
    expect(await statuses(account)).toEqual([ended]);
  },
);

test('stopping waits for the lock that sending holds on the prospect', async () => {
  const account = await messagesClient(service);
  const { prospectId } = await enrolled(account);
  const events: string[] = [];
  const { stopped } = await owner.transaction(account.workspace.id, async (gate) => {
    await gate.rows(sql`
      select from prospect where workspace_id = ${gate.workspaceId} and id = ${prospectId} for share`);
    const stopped = owner
      .transaction(account.workspace.id, (tx) =>
        stopEnrollments({ tx }, { prospectIds: [prospectId] }, 'stopped'),
      )
      .then(() => events.push('stopped'));
    await waitForLock(owner);
    events.push('sent');
    return { stopped };
  });
  await stopped;
  expect(events).toEqual(['sent', 'stopped']);
});

test('a fact about an address is recorded once, by its key or its hash', async () => {
  const account = await messagesClient(service);
  const at = new Date('2026-03-02T09:00:00Z');
  const add = (address: string | Buffer) =>
    owner.transaction(account.workspace.id, (tx) =>
      addAddressFact(tx, suppression, address, 'bounced', at),
    );
  expect(await add(email)).toBe(true);
  expect(await add(suppression.emailHash(email))).toBe(false);
  expect(await add('john@acme.example')).toBe(true);
});

describe('a deleted prospect', () => {
  test('takes its enrollments and emails along, and others keep theirs', async () => {
    const account = await messagesClient(service);
    const { prospectId, campaignId, stepIds } = await enrolled(account);
    const stays = await account.addLead({ email: 'john@acme.example' });
    await account.enroll(campaignId, [stays]);
    for (const id of [prospectId, stays])
      await account.sent({ campaignId, prospectId: id, stepId: stepIds[0]! });
    await account.bulk({ action: 'delete', prospectIds: [prospectId] });
    expect(await account.messages()).toMatchObject([{ prospectId: stays }]);
    expect(await account.enrollments()).toMatchObject([{ prospectId: stays }]);
  });
});

describe('a merged prospect', () => {
  test('takes its enrollment and emails along if the kept one is not in the campaign', async () => {
    const account = await messagesClient(service);
    const { prospectId, campaignId, stepIds } = await enrolled(account);
    await account.sent({ campaignId, prospectId, stepId: stepIds[0]! });
    await account.setEnrollment(campaignId, prospectId, { stepId: stepIds[2]! });
    const keepId = await account.addLead({ email: 'j@acme.example' });
    await account.merge(keepId, prospectId);
    const about = { prospectId: keepId };
    expect(await account.messages()).toEqual([
      { ...about, stepId: stepIds[0], status: 'accepted' },
    ]);
    expect(await account.enrollments()).toMatchObject([
      { ...about, status: 'waiting', stepId: stepIds[2] },
    ]);
  });

  test('in the same campaign: what either got is kept, and the rest is still to come', async () => {
    const account = await messagesClient(service);
    const { prospectId: mergeId, campaignId, stepIds } = await enrolled(account);
    const keepId = await account.addLead({ email: 'j@acme.example' });
    await account.enroll(campaignId, [keepId]);
    const [first, , second] = stepIds as [string, string, string];
    await account.sent({ campaignId, prospectId: mergeId, stepId: first });
    await account.setEnrollment(campaignId, mergeId, { stepId: second });
    await account.sent({ campaignId, prospectId: keepId, stepId: first, status: 'released' });
    expect((await account.merge(keepId, mergeId)).status).toBe(200);
    const about = { prospectId: keepId };
    expect(await account.messages()).toEqual([{ ...about, stepId: first, status: 'accepted' }]);
    expect(await account.enrollments()).toMatchObject([
      { ...about, status: 'waiting', stepId: second },
    ]);
  });

  test('in the same campaign: who was stopped stays stopped', async () => {
    const account = await messagesClient(service);
    const { prospectId: mergeId, campaignId } = await enrolled(account);
    const keepId = await account.addLead({ email: 'j@acme.example' });
    await account.enroll(campaignId, [keepId]);
    await account.setEnrollment(campaignId, mergeId, { status: 'replied' });
    await account.merge(keepId, mergeId);
    expect(await account.enrollments()).toMatchObject([{ prospectId: keepId, status: 'replied' }]);
  });
});
