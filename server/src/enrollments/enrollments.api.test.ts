import { describe, expect, test } from 'vitest';
import { type MessagesClient, messagesClient } from '../../test/messages/messages-client.ts';
import { testService } from '../../test/service.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const path = (campaignId: string, action = '') =>
  `/api/v1/manage/campaigns/${campaignId}/enrollments${action && `/${action}`}`;
const change = (
  { token }: MessagesClient,
  campaignId: string,
  action: 'stop' | 'resume' | 'skip',
  prospectIds: string[],
  more = {},
) => service.call(token, 'POST', path(campaignId, action), { body: { prospectIds, ...more } });
const list = async ({ token }: MessagesClient, campaignId: string, query = {}) =>
  (await service.call(token, 'GET', path(campaignId), { query })).data;

async function enrollProspects(account: MessagesClient, howMany = 1) {
  const { campaignId, stepIds } = await account.campaign();
  const leads = Array.from({ length: howMany }, (_, index) => ({
    email: `p${index}@acme.example`,
    fullName: `Person ${index}`,
  }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  return { campaignId, stepIds, prospectIds, prospectId: prospectIds[0]! };
}

describe('the prospects of a campaign', () => {
  test('are listed with what comes next', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectId } = await enrollProspects(account);
    const dueAt = new Date('2026-03-08T09:00:00Z');
    await account.setEnrollment(campaignId, prospectId, { stepId: stepIds[2]!, dueAt });
    expect(await list(account, campaignId)).toEqual({
      enrollments: [
        {
          prospectId,
          fullName: 'Person 0',
          email: 'p0@acme.example',
          status: 'waiting',
          reason: null,
          nextStepId: stepIds[2],
          dueAt: dueAt.toISOString(),
          mailboxId: account.mailboxId,
          lastSentAt: null,
          enrolledAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
  });

  test('are found page by page, by status', async () => {
    const account = await messagesClient(service);
    const { campaignId, prospectIds } = await enrollProspects(account, 7);
    for (const id of prospectIds.slice(0, 3))
      await account.setEnrollment(campaignId, id, { status: 'held', reason: 'missing_values' });
    const found = async (query: Record<string, string>) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(account, campaignId, { ...query, ...(cursor && { cursor }) });
        for (const each of page.enrollments) ids.push(each.prospectId);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return ids;
    };
    expect(await found({ limit: '2' })).toEqual([...prospectIds].sort());
    expect(await found({ limit: '2', status: 'held' })).toEqual(prospectIds.slice(0, 3).sort());
    expect(await found({ status: 'replied' })).toEqual([]);
  });
});

describe('stopping', () => {
  test('ends the campaign for these prospects only, with a result for each', async () => {
    const account = await messagesClient(service);
    const { campaignId, prospectIds } = await enrollProspects(account, 3);
    const [one, two, three] = prospectIds as [string, string, string];
    await account.setEnrollment(campaignId, two, { status: 'replied' });
    const stranger = await account.addLead({ email: 'stranger@acme.example' });
    const { data } = await change(account, campaignId, 'stop', [stranger, two, one]);
    expect(data).toEqual({
      changed: 1,
      unchanged: 2,
      results: [
        { prospectId: stranger, status: null, changed: false, reason: 'not_enrolled' },
        { prospectId: two, status: 'replied', changed: false, reason: 'already_ended' },
        { prospectId: one, status: 'stopped', changed: true },
      ],
    });
    const { enrollments } = await list(account, campaignId, { status: 'waiting' });
    expect(enrollments).toMatchObject([{ prospectId: three }]);
    expect(await account.audit()).toContainEqual({
      action: 'enrollments.stopped',
      target: campaignId,
      actor: account.tokenId,
      detail: { prospects: 1 },
    });
  });

  test('leaves other campaigns of the prospect alone', async () => {
    const account = await messagesClient(service);
    const { campaignId, prospectId } = await enrollProspects(account);
    const other = await account.campaign();
    await account.enroll(other.campaignId, [prospectId]);
    await change(account, campaignId, 'stop', [prospectId]);
    expect(await account.enrollments()).toMatchObject([
      { campaignId, status: 'stopped' },
      { campaignId: other.campaignId, status: 'waiting' },
    ]);
  });

  test('is acknowledged only after an email at its last line has left', async () => {
    const account = await messagesClient(service);
    const { campaignId, prospectId } = await enrollProspects(account);
    const order: string[] = [];
    const { stopped } = await owner.transaction(account.workspace.id, async (tx) => {
      await tx.rows(sql`
        select from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId} for share`);
      const stopped = change(account, campaignId, 'stop', [prospectId]).then(() =>
        order.push('acknowledged'),
      );
      await waitForLock(owner);
      order.push('sent');
      return { stopped };
    });
    await stopped;
    expect(order).toEqual(['sent', 'acknowledged']);
  });
});

describe('resuming', () => {
  test('continues with the email that was next', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectId } = await enrollProspects(account);
    const dueAt = new Date(Date.now() + 86_400_000);
    await account.setEnrollment(campaignId, prospectId, { stepId: stepIds[2]!, dueAt });
    await change(account, campaignId, 'stop', [prospectId]);
    const { data } = await change(account, campaignId, 'resume', [prospectId]);
    expect(data.results).toEqual([{ prospectId, status: 'waiting', changed: true }]);
    expect(await account.enrollments()).toMatchObject([
      { status: 'waiting', stepId: stepIds[2], dueAt, reason: null },
    ]);
  });

  test('is refused for those who must not be written to', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectIds } = await enrollProspects(account, 3);
    const [suppressed, unsubscribed, unknown] = prospectIds as [string, string, string];
    await account.bulk({ action: 'suppress', prospectIds: [suppressed] });
    const sent = { campaignId, prospectId: unsubscribed, stepId: stepIds[0]! };
    const token = account.unsubscribeToken(await account.sent(sent), 'p1@acme.example');
    await fetch(`${service.origin}/u/${token}`, { method: 'POST' });
    await account.sent({ ...sent, prospectId: unknown, status: 'unknown' });
    await account.setEnrollment(campaignId, unknown, { status: 'held', reason: 'unknown' });
    const { data } = await change(account, campaignId, 'resume', prospectIds);
    expect(data.results).toEqual([
      { prospectId: suppressed, status: 'suppressed', changed: false, reason: 'suppressed' },
      { prospectId: unsubscribed, status: 'unsubscribed', changed: false, reason: 'unsubscribed' },
      { prospectId: unknown, status: 'held', changed: false, reason: 'unknown_message' },
    ]);
  });

  test('works for someone whose do-not-contact mark was removed', async () => {
    const account = await messagesClient(service);
    const { campaignId, prospectId } = await enrollProspects(account);
    for (const action of ['suppress', 'unsuppress'])
      await account.bulk({ action, prospectIds: [prospectId] });
    const { data } = await change(account, campaignId, 'resume', [prospectId]);
    expect(data.changed).toBe(1);
  });
});

test('skipping leaves out the next email, and the last one ends the campaign', async () => {
  const account = await messagesClient(service);
  const { campaignId, stepIds, prospectId } = await enrollProspects(account);
  const { data } = await change(account, campaignId, 'skip', [prospectId]);
  expect(data.results).toEqual([{ prospectId, status: 'waiting', changed: true }]);
  const [enrollment] = await account.enrollments();
  expect(enrollment).toMatchObject({ status: 'waiting', stepId: stepIds[2] });
  expect(enrollment!.dueAt.getTime()).toBeGreaterThan(Date.now() + 2 * 86_400_000);
  await change(account, campaignId, 'skip', [prospectId]);
  expect(await account.enrollments()).toMatchObject([{ status: 'finished' }]);
});
