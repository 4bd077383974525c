import { describe, expect, test } from 'vitest';
import { type MessagesClient, messagesClient } from '../../test/messages/messages-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const list = async ({ token }: MessagesClient, campaignId: string, query = {}) =>
  (await service.call(token, 'GET', `/api/v1/manage/campaigns/${campaignId}/messages`, { query }))
    .data;
const sendAgain = ({ token }: MessagesClient, messageId: string, body = {}) =>
  service.call(token, 'POST', `/api/v1/manage/messages/${messageId}/send-again`, { body });

/** A campaign with emails of these statuses, one per prospect, oldest first. */
async function addSentEmails(account: MessagesClient, statuses: string[]) {
  const { campaignId, stepIds } = await account.campaign();
  const leads = statuses.map((_, index) => ({ email: `p${index}@acme.example` }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  const ids: string[] = [];
  for (const [index, status] of statuses.entries()) {
    const prospectId = prospectIds[index]!;
    const claimedAt = new Date(Date.parse('2026-03-02T09:00:00Z') + index * 60_000);
    ids.push(
      await account.sent({ campaignId, prospectId, stepId: stepIds[0]!, status, claimedAt }),
    );
    if (status === 'unknown')
      await account.setEnrollment(campaignId, prospectId, { status: 'held', reason: 'unknown' });
  }
  return { campaignId, stepIds, prospectIds, ids };
}

describe('the emails of a campaign', () => {
  const statuses = ['accepted', 'claimed', 'unknown', 'at_dot', 'accepted', 'refused', 'unknown'];

  test('are listed newest first, page by page', async () => {
    const account = await messagesClient(service);
    const { campaignId, ids } = await addSentEmails(account, statuses);
    const first = await list(account, campaignId, { limit: '4' });
    const second = await list(account, campaignId, { limit: '4', cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    const found = [...first.messages, ...second.messages].map(({ id }) => id);
    expect(found).toEqual(ids.toReversed());
  });

  test.each([
    ['unknown', [6, 2]],
    ['accepted', [4, 0]],
    ['sending', [3, 1]],
    ['refused', [5]],
    ['given_up', []],
  ])('with status %s are found', async (status, indexes) => {
    const account = await messagesClient(service);
    const { campaignId, ids } = await addSentEmails(account, statuses);
    const { messages } = await list(account, campaignId, { status });
    expect(messages.map(({ id }: { id: string }) => id)).toEqual(indexes.map((at) => ids[at]));
    for (const message of messages) expect(message.status).toBe(status);
  });
});

const markSent = ({ token }: MessagesClient, messageId: string, body = {}) =>
  service.call(token, 'POST', `/api/v1/manage/messages/${messageId}/mark-sent`, { body });

describe('an email whose fate is unknown', () => {
  test('can be marked as sent: the next one follows, and the inbox shows it', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectIds, ids } = await addSentEmails(account, ['unknown']);
    const [prospectId, messageId] = [prospectIds[0]!, ids[0]!];
    const { data } = await markSent(account, messageId);
    expect(data.message).toMatchObject({ status: 'accepted', evidence: 'marked_sent' });
    expect((await list(account, campaignId)).messages).toEqual([data.message]);
    expect(await account.enrollments()).toMatchObject([
      { status: 'waiting', stepId: stepIds[2], dueAt: new Date('2026-03-05T09:00:00Z') },
    ]);
    expect((await account.read(prospectId)).stage).toBe('contacted');
    expect(await account.events('message.sent')).toMatchObject([
      { prospectId, data: { messageId, campaignId } },
    ]);
    expect(await account.audit()).toContainEqual({
      action: 'message.marked_sent',
      target: messageId,
      actor: account.tokenId,
      detail: { campaignId, prospectId },
    });
  });

  test('gets one decision: sent or sent again, not both', async () => {
    const account = await messagesClient(service);
    const { ids } = await addSentEmails(account, ['unknown']);
    const answers = await Promise.all([
      markSent(account, ids[0]!),
      sendAgain(account, ids[0]!),
      markSent(account, ids[0]!),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('marked as sent does not resume someone who was stopped meanwhile', async () => {
    const account = await messagesClient(service);
    const { prospectIds, ids } = await addSentEmails(account, ['unknown']);
    await account.bulk({ action: 'suppress', prospectIds });
    expect((await markSent(account, ids[0]!)).status).toBe(200);
    expect(await account.enrollments()).toMatchObject([{ status: 'suppressed' }]);
  });

  test('can be sent again: it waits for its turn, and the decision is recorded', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectIds, ids } = await addSentEmails(account, ['unknown']);
    const { data } = await sendAgain(account, ids[0]!);
    expect(data.message).toMatchObject({ id: ids[0], status: 'released', evidence: 'send_again' });
    expect((await list(account, campaignId)).messages).toEqual([data.message]);
    expect(await account.enrollments()).toMatchObject([
      { status: 'waiting', stepId: stepIds[0], reason: null },
    ]);
    expect(await account.audit()).toContainEqual({
      action: 'message.sent_again',
      target: ids[0],
      actor: account.tokenId,
      detail: { campaignId, prospectId: prospectIds[0] },
    });
  });

  test('is not sent again to someone who was stopped meanwhile', async () => {
    const account = await messagesClient(service);
    const { prospectIds, ids } = await addSentEmails(account, ['unknown']);
    await account.bulk({ action: 'suppress', prospectIds });
    expect((await sendAgain(account, ids[0]!)).error.message).toMatch(/no longer written to/);
    expect(await account.messages()).toMatchObject([{ status: 'unknown' }]);
  });

  test('is given up when it is skipped: the next one follows, and it is not decided again', async () => {
    const account = await messagesClient(service);
    const { campaignId, stepIds, prospectIds, ids } = await addSentEmails(account, [
      'unknown',
      'unknown',
    ]);
    await owner.query(sql`
      update enrollment set last_sent_at = due_at where workspace_id = ${account.workspace.id}`);
    const url = `/api/v1/manage/campaigns/${campaignId}/enrollments/skip`;
    const body = { prospectIds: [prospectIds[0]] };
    const { data } = await service.call(account.token, 'POST', url, { body });
    expect(data).toMatchObject({ changed: 1, results: [{ status: 'waiting', changed: true }] });
    const { messages } = await list(account, campaignId);
    expect(messages).toMatchObject([
      { id: ids[1], status: 'unknown' },
      { id: ids[0], status: 'given_up', evidence: 'skipped' },
    ]);
    expect(await account.enrollments()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'waiting', stepId: stepIds[2], reason: null }),
        expect.objectContaining({ status: 'held', reason: 'unknown' }),
      ]),
    );
    expect((await sendAgain(account, ids[0]!)).error.message).toMatch(/it is given_up/);
    expect((await markSent(account, ids[0]!)).status).toBe(422);
  });

  test.each(['accepted', 'claimed', 'refused', 'released'])('that is %s is not', async (status) => {
    const account = await messagesClient(service);
    const { ids } = await addSentEmails(account, [status]);
    expect((await sendAgain(account, ids[0]!)).status).toBe(422);
  });
});
