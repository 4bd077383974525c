import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { storeMessages } from '../../src/core/receiving/store-messages.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { claimCampaignEmail } from '../../src/sending/claim-next.ts';
import { recordAccepted } from '../../src/sending/record-accepted.ts';
import { recordFailure } from '../../src/sending/record-failure.ts';
import { settleNamedEmails } from '../../src/sending/settle-unknown.job.ts';
import { chooseSeed, seededRandom } from '../faults/seeded-random.ts';
import { mailTokens } from '../messages/messages-client.ts';
import { prospectsClient } from '../prospects-client.ts';
import { receivedMessage } from '../receiving/receiving-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { mailWorkspace, workerDatabase } from '../sending/mail-workspace.ts';
import { testService } from '../service.ts';
import {
  type ResultCounts,
  recountResults,
  selectEmails,
  selectMessages,
} from './recount-results.ts';

const histories = sizeForRun(2, 100);
const actionsEach = 60;
const peopleEach = 8;
const hourMs = 3_600_000;
const kinds = [
  'human',
  'human',
  'away',
  'automatic',
  'bounce',
  'unsubscribe',
  'complaint',
] as const;

const service = await testService();
const db = workerDatabase(service);
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);
const deps = { suppression, tokens: mailTokens };
const storingDeps = { ...deps, settleUnknown: settleNamedEmails };
const actor = { actor: { kind: 'system', id: null }, correlationId: null } as const;

class Crash extends Error {}

/** One workspace with two campaigns that share two mailboxes, and the events of its history. */
async function history(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const account = await prospectsClient(service);
  const { id: workspaceId } = account.workspace;
  const { owner } = service;
  const mail = mailWorkspace(owner, db, workspaceId);
  await mail.settings('cooldown_hours', 0);
  const syncedAt = new Date(Date.now() + 24 * hourMs);
  const mailboxIds = [await mail.mailbox({ syncedAt }), await mail.mailbox({ syncedAt })];
  let now = Date.now() - 20 * 24 * hourMs;
  const campaignIds: string[] = [];
  for (const days of [1, 2]) {
    const { id } = await mail.campaign({ steps: ['One', days, 'Two'], mailboxes: mailboxIds });
    campaignIds.push(id);
    const alternatives = [{ id: randomUUID(), subject: null, body: 'Other' }];
    await mail.run(sql`
      update campaign_step set alternatives = ${JSON.stringify(alternatives)}
      where campaign_id = ${id} and body = 'One'`);
  }
  for (let index = 0; index < peopleEach; index++) {
    const prospectId = await account.addLead({ email: `p${index}@c${index}.example` });
    for (const campaignId of campaignIds)
      if (random() < 0.7) await mail.enroll(campaignId, prospectId, { dueAt: new Date(now) });
  }
  let crashes = 0;

  /** A process that dies before its commit stores nothing. Another process may try again. */
  const atomically = async (work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    for (const dies of random() < 0.2 ? [true, random() < 0.3] : [false])
      try {
        await db.transaction(workspaceId, async (tx) => {
          await work(tx);
          if (!dies) return;
          await tx.run(sql`select 1`);
          throw new Crash();
        });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        crashes++;
      }
  };
  const call = (method: string, path: string, body?: object) =>
    service.call(account.token, method, `/api/v1/manage${path}`, { ...(body && { body }) });
  const emailsIn = (status: string) =>
    owner.query<{ id: string; messageId: string; email: string; mailboxId: string }>(sql`
      select o.id, o.message_id as "messageId", p.email, o.mailbox_id as "mailboxId"
      from outbound_message o join prospect p on p.id = o.prospect_id
      where o.workspace_id = ${workspaceId} and o.status = ${status} order by o.id`);

  const settle = async (message: CampaignEmail): Promise<void> => {
    const at = new Date(now + 1_000);
    const reply = (code: number, enhanced: string) => ({
      ...{ stage: 'rcpt' as const, message: 'refused' },
      reply: { code, enhanced, text: 'No' },
    });
    const chance = random();
    if (chance < 0.1) return;
    if (chance < 0.2) {
      await mail.run(sql`
        update outbound_message set status = 'handed_over' where id = ${message.id}`);
      return;
    }
    if (chance < 0.3)
      return atomically((tx) =>
        recordFailure({ tx, actor, deps }, message, reply(550, '5.1.1'), at),
      );
    if (chance < 0.35)
      return atomically((tx) =>
        recordFailure({ tx, actor, deps }, message, reply(451, '4.3.0'), at),
      );
    const acceptance = { answer: '250 OK', evidence: null, serverMessageId: null, at };
    const email = { ...message, subject: 'An idea', text: 'Hello' };
    await atomically((tx) => recordAccepted({ tx, actor }, email, acceptance));
  };

  const actions = {
    send: async () => {
      now += random() * 6 * hourMs;
      const mailboxId = pick(mailboxIds);
      const turn = { mailboxId, leaseId: mailboxId, at: new Date(now), random };
      const claim = await db.transaction(workspaceId, (tx) => claimCampaignEmail(tx, turn, deps));
      if (claim.kind === 'claimed') await settle(claim.email);
    },
    receive: async () => {
      const sent = [...(await emailsIn('accepted')), ...(await emailsIn('handed_over'))];
      const email = pick([...sent, ...(await emailsIn('unknown'))]);
      if (!email) return;
      now += random() * hourMs;
      const kind = pick(kinds);
      const isNotice = kind === 'bounce' || kind === 'complaint';
      const original = email.messageId.slice(1, -1);
      const isThreaded = random() < 0.8;
      const message = receivedMessage({
        ...{ kind, from: { name: '', address: email.email } },
        inReplyTo: isThreaded && !isNotice ? original : null,
        subject: isThreaded ? 'Re: An idea' : `Hello ${random()}`,
        decision: { permanent: true, originalMessageId: isNotice ? original : null },
        // Some servers store a message late.
        fetched: { receivedAt: new Date(now - (random() < 0.2 ? 30 * hourMs : 0)) },
      });
      const mailbox = { id: email.mailboxId, address: `${email.mailboxId}@sender.example` };
      await atomically((tx) => storeMessages(tx, storingDeps, mailbox, [message], new Date(now)));
    },
    correct: async () => {
      const messages = await owner.query<{ id: string }>(sql`
        select id from message where workspace_id = ${workspaceId} and kind is not null order by id`);
      if (messages.length > 0)
        await call('POST', `/messages/${pick(messages).id}/correct`, { kind: pick(kinds) });
    },
    unsubscribe: async () => {
      const email = pick(await emailsIn('accepted'));
      if (!email) return;
      const emailHash = suppression.emailHash(email.email);
      const token = mailTokens.unsubscribeToken({ workspaceId, messageId: email.id, emailHash });
      await fetch(`${service.origin}/u/${token}`, { method: 'POST' });
    },
    decide: async () => {
      const email = pick(await emailsIn('unknown'));
      if (email)
        await call('POST', `/messages/${email.id}/${pick(['mark-sent', 'send-again'])}`, {});
    },
    resume: async () => {
      await mail.run(sql`
        update enrollment set status = 'waiting', reason = null
        where status in ('held', 'replied') and step_id is not null and random() < 0.5`);
    },
    mergeOrDelete: async () => {
      const people = await owner.query<{ id: string }>(sql`
        select id from prospect where workspace_id = ${workspaceId} order by id`);
      const [one, other] = [pick(people), pick(people)];
      if (people.length < 4 || !one || !other) return;
      if (random() < 0.3) await account.bulk({ action: 'delete', prospectIds: [one.id] });
      else if (one !== other) await account.merge(one.id, other.id);
    },
  };
  const chances = [
    ...Array.from({ length: 10 }, () => actions.send),
    ...Array.from({ length: 5 }, () => actions.receive),
    ...[
      actions.correct,
      actions.unsubscribe,
      actions.decide,
      actions.resume,
      actions.mergeOrDelete,
    ],
  ];
  for (let count = 0; count < actionsEach; count++) await pick(chances)();
  return { account, workspaceId, campaignIds, call, crashes: () => crashes };
}

test('after random histories with crashes, the numbers equal a recount', {
  timeout: timeoutForRun(1_800_000, 60_000),
}, async () => {
  const seed = chooseSeed();
  const seen: ResultCounts = { sent: 0, replied: 0, autoReplied: 0, unsubscribed: 0, bounced: 0 };
  let crashes = 0;
  const isEnough = () => Math.min(crashes / 2, ...Object.values(seen)) > histories / 2;
  let index = 0;
  // Histories are added while one of the results is rare.
  for (; index < histories || (!isEnough() && index < 10 * histories); index++) {
    const { workspaceId, campaignIds, call, ...ended } = await history(seed + index);
    const context = `FAULT_SEED=${seed}, history ${index}`;
    const emails = await selectEmails(service.owner, workspaceId);
    const messages = await selectMessages(service.owner, workspaceId);
    for (const campaignId of campaignIds) {
      const own = emails.filter((email) => email.campaignId === campaignId);
      // A message without a campaign counts for the last email of any campaign.
      const of = (keyOf: Parameters<typeof recountResults>[2]) =>
        Object.fromEntries(
          Object.entries(
            recountResults(emails, messages, (email, day) =>
              own.includes(email) ? keyOf(email, day) : 'other',
            ),
          ).filter(([key]) => key !== 'other'),
        );
      const { data } = await call('GET', `/campaigns/${campaignId}/numbers`);
      expect(
        keyed(data.emails, ({ stepId, variantId }) => `${stepId} ${variantId}`),
        context,
      ).toEqual(of(({ stepId, variantId }) => `${stepId} ${variantId}`));
      expect(
        keyed(data.mailboxes, ({ mailboxId }) => mailboxId!),
        context,
      ).toEqual(of(({ mailboxId }) => mailboxId));
      expect(
        keyed(data.days, ({ day }) => day!),
        context,
      ).toEqual(of((_, day) => day));
    }
    const { data } = await call('GET', '/numbers');
    const days = keyed(data.days, ({ day }) => day!);
    const all = recountResults(emails, messages, (_, day) => day);
    for (const [day, counted] of Object.entries(all)) {
      expect(days[day], `${context}, ${day}`).toEqual(counted);
      for (const result of Object.keys(seen) as (keyof ResultCounts)[])
        seen[result] += counted[result];
    }
    crashes += ended.crashes();
  }
  console.log(JSON.stringify({ histories: index, crashes, ...seen }));
  expect(crashes).toBeGreaterThan(histories);
  for (const [result, count] of Object.entries(seen))
    expect(count, `${result} was seen`).toBeGreaterThan(histories / 2);
});

type Row = ResultCounts & Partial<Record<'stepId' | 'variantId' | 'mailboxId' | 'day', string>>;

const keyed = (rows: Row[], keyOf: (row: Row) => string): Record<string, ResultCounts> =>
  Object.fromEntries(
    rows.map((row) => {
      const { sent, replied, autoReplied, unsubscribed, bounced } = row;
      return [keyOf(row), { sent, replied, autoReplied, unsubscribed, bounced }];
    }),
  );
