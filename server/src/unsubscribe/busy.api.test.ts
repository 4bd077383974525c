import { describe, expect, test } from 'vitest';
import { type MessagesClient, messagesClient } from '../../test/messages/messages-client.ts';
import { type TestService, testService } from '../../test/service.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';
import { sql } from '../platform/db/index.ts';

/** We promise this time to recipients. Mail providers wait longer. */
const maxMs = 2_000;

async function oneClick({ origin }: TestService, token: string) {
  const startedAt = performance.now();
  const body = new URLSearchParams('List-Unsubscribe=One-Click');
  const response = await fetch(`${origin}/u/${token}`, { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, text, ms: performance.now() - startedAt };
}

/** Prospects with one email each, and their links. */
async function addRecipients(account: MessagesClient, count: number) {
  const { campaignId, stepIds } = await account.campaign();
  const leads = Array.from({ length: count }, (_, index) => ({ email: `p${index}@acme.example` }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  const tokens = await Promise.all(
    prospectIds.map(async (prospectId, index) => {
      const messageId = await account.sent({ campaignId, prospectId, stepId: stepIds[0]! });
      return account.unsubscribeToken(messageId, leads[index]!.email);
    }),
  );
  return { prospectIds, tokens };
}

const countFacts = async ({ owner }: TestService, { workspace }: MessagesClient) =>
  (await owner.query(sql`select from address_fact where workspace_id = ${workspace.id}`)).length;

/** On a busy machine, one of a few answers may be late for other reasons. */
const expectInTime = (answers: { ms: number }[]) =>
  expect(Math.min(...answers.map(({ ms }) => ms))).toBeLessThan(maxMs);

test('while slow transactions hold every connection of requests and sign-in, the answer comes in 2 seconds', async () => {
  const slow = 60_000;
  const service = await testService({
    config: { DATABASE_POOL_SIZE: 4, LOCK_TIMEOUT_MS: slow, STATEMENT_TIMEOUT_MS: slow },
  });
  // One workspace uses a quarter of the connections, so that four use them all.
  const accounts = await Promise.all(Array.from({ length: 4 }, () => messagesClient(service)));
  const [first] = accounts;
  const { tokens } = await addRecipients(first!, 3);
  const others = await Promise.all(accounts.map((each) => each.addLead({ email: 'z@z.example' })));
  const held = await service.owner.transaction(first!.workspace.id, async (tx) => {
    await tx.run(sql`select from prospect where id = any(${others}::uuid[]) for update`);
    const waiting: Promise<unknown>[] = [];
    for (const [index, account] of accounts.entries()) {
      waiting.push(account.bulk({ action: 'suppress', prospectIds: [others[index]!] }));
      await waitForLock(service.owner, index + 1);
    }
    await tx.run(sql`lock table api_token in access exclusive mode`);
    for (const account of accounts.slice(0, 2))
      waiting.push(service.call(account.token, 'GET', '/session'));
    await waitForLock(service.owner, 6);
    const answers = [];
    for (const token of tokens) answers.push(await oneClick(service, token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expectInTime(answers);
    return { waiting };
  });
  expect(await countFacts(service, first!)).toBe(3);
  await Promise.all(held.waiting);
});

describe('while another transaction', async () => {
  const service = await testService();
  const { owner } = service;

  test('has locked many prospects, all requests are saved, and answered in 2 seconds', async () => {
    const account = await messagesClient(service);
    const { prospectIds, tokens } = await addRecipients(account, 12);
    await owner.transaction(account.workspace.id, async (tx) => {
      await tx.run(sql`select from prospect where id = any(${prospectIds}::uuid[]) for update`);
      const one = await oneClick(service, tokens[0]!);
      const answers = await Promise.all(tokens.map((token) => oneClick(service, token)));
      for (const { status, text } of [one, ...answers])
        expect([status, text]).toEqual([503, expect.stringMatching(/Your request is saved/)]);
      expect(await countFacts(service, account)).toBe(12);
      expectInTime([one, await oneClick(service, tokens[1]!)]);
    });
    const again = await oneClick(service, tokens[0]!);
    expect([again.status, again.text]).toEqual([200, expect.stringMatching(/unsubscribed/)]);
    expect(await account.events('prospect.unsubscribed')).toHaveLength(12);
  });

  test('has locked the queue of events, the request is saved without its event', async () => {
    const account = await messagesClient(service);
    const { tokens } = await addRecipients(account, 3);
    const workspaceId = account.workspace.id;
    await owner.query(sql`
      insert into webhook (workspace_id, id, url, events, secret)
      values (${workspaceId}, gen_random_uuid(), 'https://acme.example', '{*}', 's')`);
    await oneClick(service, tokens[0]!);
    await owner.transaction(workspaceId, async (tx) => {
      const locked = await tx.run(sql`
        select from queue_position where workspace_id = ${workspaceId} for update`);
      expect(locked).toBe(1);
      const answers = [];
      for (const token of tokens.slice(1)) answers.push(await oneClick(service, token));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expectInTime(answers);
      expect(await countFacts(service, account)).toBe(3);
    });
    expect((await account.enrollments()).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'unsubscribed'),
    );
  });
});
