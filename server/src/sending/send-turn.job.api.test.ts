import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ScriptedSmtp, scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { mailTokens } from '../../test/messages/messages-client.ts';
import { sendingClient, testSender } from '../../test/sending/sending-client.ts';
import { takeTurn, turnContext } from '../../test/sending/take-turn.ts';
import { testService } from '../../test/service.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { unsubscribePath } from '../core/sending/mail-tokens.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { deps } = await testSender(service);

type Client = Awaited<ReturnType<typeof sendingClient>>;

/** A person whose first email is due; the next ones have the mailbox and campaign of `like`. */
async function dueEmail(client: Client, server: ScriptedSmtp, like?: CampaignEmail) {
  const message = await client.claim(server, like ? { like } : {});
  await client.rows(sql`delete from outbound_message where id = ${message.id}`);
  await client.rows(sql`
    update enrollment set status = 'waiting', mailbox_id = null, step_id = null, due_at = now()
    where prospect_id = ${message.prospectId}`);
  return message;
}

async function dueEmails(count: number) {
  const server = await scriptedSmtp({});
  const client = await sendingClient(service);
  const first = await dueEmail(client, server);
  for (let index = 1; index < count; index++) await dueEmail(client, server, first);
  const { workspaceId } = client;
  return {
    server,
    /** How many emails of the workspace have each status. */
    statuses: async () => {
      const rows = await client.rows<{ status: string; count: number }>(sql`
        select status, count(*)::int as count from outbound_message
        where workspace_id = ${workspaceId} group by status`);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
    mailbox: async () => {
      const [row] = await client.rows<{ leaseId: string | null; sentToday: number }>(sql`
        select lease_id as "leaseId", sent_today as "sentToday" from mailbox where id = ${first.mailbox.id}`);
      return row!;
    },
    limit: (daily: number) =>
      client.rows(sql`
        update mailbox set daily_limit = ${daily}, sent_today = 0 where id = ${first.mailbox.id}`),
    context: () => turnContext(deps.db, workspaceId),
    turn: (changed?: Parameters<typeof takeTurn>[3]) => takeTurn(deps, workspaceId, first, changed),
  };
}

test('a turn sends what is due, once, and gives the mailbox back; its headers arrive unfolded', async () => {
  const server = await scriptedSmtp({});
  const client = await sendingClient(service);
  const message = await dueEmail(client, server);
  const { prospectId, mailbox } = message;

  await takeTurn(deps, client.workspaceId, message, { leaseId: randomUUID() });
  expect(server.connections).toBe(0);

  await takeTurn(deps, client.workspaceId, message);
  expect(server.accepted).toHaveLength(1);
  const [headers] = server.accepted[0]!.split('\r\n\r\n');
  const lines = headers!.split('\r\n');
  const [, url, sender, subject] =
    lines
      .map((line) =>
        /^List-Unsubscribe: <(https:[^>]+)>, <mailto:([^?>]+)\?subject=([^>]+)>$/.exec(line),
      )
      .find(Boolean) ?? [];
  expect(url).toBe(`https://outcrop.example${unsubscribePath}/${subject}`);
  expect(sender).toBe(mailbox.address);
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const stored = await client.rows<{ id: string; messageId: string }>(sql`
    select id, message_id as "messageId" from outbound_message where prospect_id = ${prospectId}`);
  const [sent] = stored;
  expect(lines).toContain(`Message-ID: ${sent!.messageId}`);
  expect(mailTokens.readMessageId(sent!.messageId)).toBe(sent!.id);
  expect(mailTokens.readUnsubscribeMail(subject!)).toMatchObject({ messageId: sent!.id });
  const free = await client.rows(sql`
    select lease_id as "leaseId", leased_until as "leasedUntil" from mailbox where id = ${mailbox.id}`);
  expect(free).toEqual([{ leaseId: null, leasedUntil: null }]);

  await takeTurn(deps, client.workspaceId, message);
  expect(server.accepted).toHaveLength(1);
});

test('a turn sends on while its mailbox may send, and stops at the daily limit', async () => {
  const { server, limit, turn, statuses, mailbox } = await dueEmails(4);
  await limit(3);
  for (let turns = 0; turns < 3; turns++) await turn();
  expect(server.accepted).toHaveLength(3);
  expect(new Set(server.accepted.map((body) => /^Message-ID: .*$/m.exec(body)![0])).size).toBe(3);
  expect(await statuses()).toEqual({ accepted: 3 });
  expect(await mailbox()).toEqual({ leaseId: null, sentToday: 3 });
});

test('one transaction records an email and claims the next; the last one completes the job', async () => {
  const { server, turn, context } = await dueEmails(25);
  const { transaction, finish } = context();
  const done: string[] = [];
  const now = new Date();
  await turn({
    clock: () => now,
    context: {
      transaction: (work) => {
        done.push('transaction');
        return transaction(work);
      },
      finish: (work) => {
        done.push('finish');
        return finish(work);
      },
    },
  });
  // A turn sends at most 20 emails, even if no time passes.
  expect(server.accepted).toHaveLength(20);
  expect(done).toEqual([...Array.from({ length: 20 }, () => 'transaction'), 'finish']);
});

test('a turn with a gap sends one email, and completes its job with it', async () => {
  const { server, turn, statuses, mailbox, context } = await dueEmails(2);
  let finished = 0;
  const { finish } = context();
  await turn({
    gapSeconds: 3_600,
    context: {
      finish: (work) => {
        finished++;
        return finish(work);
      },
    },
  });
  expect(server.accepted).toHaveLength(1);
  expect(await statuses()).toEqual({ accepted: 1 });
  expect((await mailbox()).leaseId).toBeNull();
  expect(finished).toBe(1);
});

test.each([0, 3_600])(
  'an accepted email is recorded even if another worker has taken over the job, with a gap of %i s',
  async (gapSeconds) => {
    const { server, turn, statuses, mailbox, context } = await dueEmails(2);
    const { transaction } = context();
    let isLost = false;
    const orLost: typeof transaction = (work) =>
      transaction(async (tx) => {
        const result = await work(tx);
        if (isLost) throw new Error('taken over');
        isLost = true;
        return result;
      });
    await expect(
      turn({ gapSeconds, context: { transaction: orLost, finish: orLost } }),
    ).rejects.toThrow('taken over');
    expect(server.accepted).toHaveLength(1);
    expect(await statuses()).toEqual({ accepted: 1 });
    expect((await mailbox()).leaseId).not.toBeNull();
  },
);
