import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SmtpScript, scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { receivedMessage } from '../../test/receiving/receiving-client.ts';
import { replyClient } from '../../test/sending/reply-client.ts';
import { replyTurn } from '../../test/sending/reply-turn.ts';
import { testSender } from '../../test/sending/sending-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { leaseReplies } from './claim-reply.sql.ts';
import { claimReply } from './claim-reply.ts';
import type { SendDeps } from './send-turn.job.ts';

const service = await testService();
const { deps } = await testSender(service);
const laterBy = (at: string, ms: number) => new Date(Date.parse(at) + ms);

/** A prospect who answered, and a mail server that follows the script. */
async function setUp(on: SmtpScript['on'] = {}) {
  const server = await scriptedSmtp({ on: on! });
  const client = await replyClient(service, server.port);
  const person = await client.answered();
  return {
    ...{ server, client, person },
    turn: (id: string, changed: Partial<SendDeps> = {}) =>
      replyTurn({ ...deps, ...changed }, client.workspace.id, { id }),
  };
}

test('a reply leaves after ten seconds and not before, in the thread and with the quoted answer', async () => {
  const { server, client, person } = await setUp();
  const { id, sendAt } = await client.reply(person.conversationId, 'Tuesday at ten.');
  const turn = (ms: number) =>
    replyTurn(deps, client.workspace.id, { id, at: laterBy(sendAt, ms) });
  expect(await turn(-1)).toEqual({ kind: 'not_due' });
  expect(await turn(0)).toEqual({ kind: 'accepted' });
  expect(await turn(3_600_000)).toEqual({ kind: 'not_due' });
  expect(server.accepted).toHaveLength(1);
  const [source] = server.accepted as [string];
  const unfolded = source.replaceAll(/\r\n[ \t]+/g, ' ');
  const [answer] = await client.rows<{ header: string }>(sql`
    select message_id as header from message
    where conversation_id = ${person.conversationId} and direction = 'inbound'`);
  expect(unfolded).toContain(`\r\nIn-Reply-To: <${answer!.header}>\r\n`);
  expect(unfolded).toContain(`\r\nReferences: <${person.header}> <${answer!.header}>\r\n`);
  expect(unfolded).toContain('\r\nSubject: Re: An idea\r\n');
  expect(unfolded).toContain(`To: Jane Doe <${person.email}>\r\n`);
  expect(unfolded).toMatch(/^From: Ana Lopes <[^>]+@outcrop\.example>\r$/m);
  expect(unfolded).not.toContain('List-Unsubscribe');
  // Quoted-printable may break a line anywhere.
  expect(source.replaceAll('=\r\n', '')).toMatch(
    /\r\n\r\nTuesday at ten\.\r\n\r\nOn \w{3}, .* wrote:\r\n\r\n> Tuesday/s,
  );

  expect(await client.messages(person.conversationId)).toMatchObject([
    {},
    {},
    { id, status: 'accepted', text: 'Tuesday at ten.', answer: expect.stringContaining('250') },
  ]);
  const { conversations } = await client.call('GET', '/conversations');
  expect(conversations).toMatchObject([
    { lastDirection: 'outbound', snippet: 'Tuesday at ten.', messageCount: 3, unread: false },
  ]);
  expect((await client.events('message.sent')).at(-1)).toMatchObject({
    data: { messageId: id, conversationId: person.conversationId },
  });
});

test('the answer to a reply and its copy in Sent are found, and the copy is not stored twice', async () => {
  const { server, client, person, turn } = await setUp();
  const { id } = await client.reply(person.conversationId);
  await turn(id);
  const header = /^Message-ID: <(.*)>\r$/m.exec(server.accepted[0]!)![1]!;
  const copy = { messageId: header, fetched: { folder: 'sent' as const } };
  await client.receive(receivedMessage({ ...copy, to: [{ name: '', address: person.email }] }));
  expect(await client.messages(person.conversationId)).toHaveLength(3);
  // The address and the subject differ, so only the Message-ID matches.
  const from = { name: 'Jane', address: `${randomUUID()}@private.example` };
  await client.receive(receivedMessage({ inReplyTo: header, subject: 'Other', from }));
  const messages = await client.messages(person.conversationId);
  expect(messages.at(-1)).toMatchObject({ direction: 'inbound', matchedBy: 'in_reply_to' });
});

test('campaigns of the person end before a reply leaves', async () => {
  const { client, person, turn } = await setUp();
  const { campaignId, stepIds } = await client.campaign();
  await client.enroll(campaignId, [person.prospectId]);
  await client.setEnrollment(campaignId, person.prospectId, {
    ...{ status: 'waiting', stepId: stepIds[2]! },
  });
  const { id } = await client.reply(person.conversationId);
  await turn(id);
  const enrollments = await client.enrollments();
  expect(enrollments.find((each) => each.campaignId === campaignId)).toMatchObject({
    ...{ status: 'stopped', reason: 'answered_elsewhere' },
  });
});

test('a canceled reply never leaves, and either the worker or the user wins', async () => {
  const { server, client, person, turn } = await setUp();
  const { id } = await client.reply(person.conversationId);
  await client.call('POST', `/replies/${id}/cancel`, {});
  expect(await turn(id)).toEqual({ kind: 'not_due' });

  // The reply is canceled after the worker has got its job.
  const second = await client.reply(person.conversationId);
  const at = laterBy(second.sendAt, 0);
  const [lease] = await deps.db.transaction(client.workspace.id, (tx) =>
    leaseReplies(tx, [second.id], { at, until: laterBy(second.sendAt, 60_000) }),
  );
  await client.call('POST', `/replies/${second.id}/cancel`, {});
  const taken = await deps.db.transaction(client.workspace.id, (tx) =>
    claimReply(tx, lease!, deps.suppression, at),
  );
  expect(taken.kind).toBe('nothing');

  let left = 0;
  for (let race = 0; race < 8; race++) {
    const { id } = await client.reply(person.conversationId);
    const [canceled, sent] = await Promise.all([
      client.ask('POST', `/replies/${id}/cancel`, {}),
      turn(id),
    ]);
    expect([canceled.status, sent.kind === 'accepted']).toEqual(
      sent.kind === 'accepted' ? [409, true] : [200, false],
    );
    if (sent.kind === 'accepted') left++;
  }
  expect(server.accepted).toHaveLength(left);
});

describe('what forbids a reply', () => {
  const stops = {
    suppressed: ({ client, person }: Awaited<ReturnType<typeof setUp>>) =>
      client.bulk({ action: 'suppress', prospectIds: [person.prospectId] }),
    deleted: ({ client, person }: Awaited<ReturnType<typeof setUp>>) =>
      client.bulk({ action: 'delete', prospectIds: [person.prospectId] }),
  };

  test('is seen before connecting', async () => {
    const given = await setUp();
    const { id } = await given.client.reply(given.person.conversationId);
    await stops.suppressed(given);
    expect(await given.turn(id)).toEqual({ kind: 'nothing' });
    expect(given.server.connections).toBe(0);
    expect((await given.client.messages(given.person.conversationId)).at(-1)).toMatchObject({
      ...{ id, status: 'refused', answer: 'The person is marked as do not contact.' },
    });
    const { conversations } = await given.client.call('GET', '/conversations');
    expect(conversations).toMatchObject([{ unread: true, state: 'open' }]);
  });

  test.each([
    ['suppressed', stops.suppressed],
    // The row is gone before the gate checks anything else.
    ['taken_over', stops.deleted],
  ] as const)('is seen inside DATA: %s', async (why, stop) => {
    const [atData, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const DATA = () => {
      atData.resolve();
      return stopped.promise;
    };
    const given = await setUp({ DATA });
    const { id } = await given.client.reply(given.person.conversationId);
    const sending = given.turn(id);
    await atData.promise;
    expect((await stop(given)).status).toBe(200);
    stopped.resolve('354 Go ahead');
    expect(await sending).toEqual({ kind: 'refused_at_gate', why });
    expect(given.server.dots).toEqual([]);
    if (why === 'suppressed')
      expect(await given.client.status(id)).toMatchObject({ status: 'refused', evidence: why });
  });

  test('is another worker that took it for lost: it is tried again, because it did not leave', async () => {
    const [atData, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const DATA = () => {
      atData.resolve();
      return stopped.promise;
    };
    const given = await setUp({ DATA });
    const { id } = await given.client.reply(given.person.conversationId);
    const sending = given.turn(id);
    await atData.promise;
    await given.client.rows(sql`
      update outbound_reply set status = 'unknown', evidence = 'worker_lost', wake_at = null where id = ${id}`);
    stopped.resolve('354 Go ahead');
    expect(await sending).toEqual({ kind: 'refused_at_gate', why: 'taken_over' });
    expect(given.server.dots).toEqual([]);
    expect(await given.client.status(id)).toMatchObject({ status: 'waiting' });
  });

  test('holds for an address that no prospect has', async () => {
    const [atData, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const DATA = () => {
      atData.resolve();
      return stopped.promise;
    };
    const given = await setUp({ DATA });
    const boss = `${randomUUID()}@acme.example`;
    const { client } = given;
    const { conversationId } = await client.answered(undefined, {
      from: { name: 'Boss', address: boss },
    });
    const { id } = await client.reply(conversationId);
    const sending = given.turn(id);
    await atData.promise;
    await client.call('POST', '/suppression', { emails: [boss] });
    stopped.resolve('354 Go ahead');
    expect(await sending).toEqual({ kind: 'refused_at_gate', why: 'suppressed' });
    expect(given.server.dots).toEqual([]);
  });
});

describe('an answer of the mail server', () => {
  test.each([
    ['RCPT', '550 5.1.1 No such user', 'refused', 'bounced'],
    ['dot', '554 5.7.1 Spam', 'refused', 'blocked'],
    ['dot', '451 4.3.0 Later', 'deferred', null],
    ['AUTH', '535 5.7.8 Bad credentials', 'refused', 'auth'],
    ['greeting', '421 4.3.2 Busy', 'deferred', null],
    ['dot', 'drop', 'unknown', expect.any(String)],
  ] as const)('at %s: %s is recorded as %s', async (moment, reply, status, evidence) => {
    const { client, person, turn } = await setUp({ [moment]: reply });
    const { id } = await client.reply(person.conversationId);
    await turn(id);
    expect(await client.status(id)).toMatchObject({ status, evidence });
    const shown = (await client.messages(person.conversationId)).at(-1)!;
    expect(shown).toMatchObject({ id, status });
    expect(shown.sendAt === null).toBe(status !== 'deferred');
    if (status !== 'unknown') expect(shown.answer).toContain(reply.slice(0, 3));
    const { conversations } = await client.call('GET', '/conversations');
    expect(conversations).toMatchObject([{ unread: status === 'refused' }]);
  });

  test('is not waited for without end if the mailbox is paused', async () => {
    const { client, person, turn } = await setUp({ greeting: '421 4.3.2 Busy' });
    await client.rows(sql`update mailbox set status = 'paused' where id = ${client.mailboxId}`);
    const { id } = await client.reply(person.conversationId);
    await turn(id);
    expect(await client.status(id)).toMatchObject({ status: 'deferred' });
    await client.rows(sql`
      update outbound_reply set tries = 4, send_at = now(), wake_at = now() where id = ${id}`);
    await turn(id);
    expect(await client.status(id)).toMatchObject({ status: 'refused' });
  });

  test('that is unknown is settled by a message that names the reply, and it is never sent again', async () => {
    const { server, client, person, turn } = await setUp({ dot: 'drop' });
    const { id } = await client.reply(person.conversationId);
    await turn(id);
    expect(await turn(id)).toEqual({ kind: 'not_due' });
    expect(server.dots).toHaveLength(1);
    const [{ header }] = (await client.rows<{ header: string }>(sql`
      select trim(both '<>' from message_id) as header from outbound_reply where id = ${id}`)) as [
      { header: string },
    ];
    const answer = receivedMessage({
      ...{ inReplyTo: header, from: { name: 'Jane', address: person.email } },
    });
    // A message is always fetched later than it arrived.
    expect(await client.status(id)).toMatchObject({ status: 'unknown' });
    await client.receive(answer);
    expect(await client.status(id)).toMatchObject({
      ...{ status: 'accepted', evidence: 'named_by_reply' },
    });
    const messages = await client.messages(person.conversationId);
    expect(messages.map(({ status }) => status)).toEqual(['accepted', null, 'accepted', null]);
  });
});

describe('a reply without an answer from the mail server', () => {
  /** The second attempt is accepted. */
  const unknown = async () => {
    let attempts = 0;
    const set = await setUp({ dot: () => (attempts++ === 0 ? 'drop' : '250 2.0.0 Accepted') });
    const { id } = await set.client.reply(set.person.conversationId);
    await set.turn(id);
    const decide = (what: 'mark-sent' | 'send-again') =>
      set.client.ask('POST', `/replies/${id}/${what}`, {});
    return { ...set, id, decide };
  };

  test('can be sent again, and leaves once more', async () => {
    const { server, client, person, turn, id, decide } = await unknown();
    const { data } = await decide('send-again');
    expect(data.reply).toMatchObject({ id, status: 'waiting' });
    expect(await turn(id)).toEqual({ kind: 'accepted' });
    expect(await turn(id)).toEqual({ kind: 'not_due' });
    expect([server.dots.length, server.accepted.length]).toEqual([2, 1]);
    expect((await client.messages(person.conversationId)).at(-1)).toMatchObject({
      ...{ id, status: 'accepted' },
    });
    expect((await client.audit()).map(({ action }) => action)).toContain('reply.sent_again');
  });

  test('can be marked as sent, and does not leave again', async () => {
    const { server, client, person, turn, id, decide } = await unknown();
    const { data } = await decide('mark-sent');
    expect(data.reply).toMatchObject({ id, status: 'accepted' });
    expect(await client.status(id)).toMatchObject({ evidence: 'marked_sent' });
    expect(await turn(id)).toEqual({ kind: 'not_due' });
    expect(server.dots).toHaveLength(1);
    expect(await client.messages(person.conversationId)).toMatchObject([
      {},
      {},
      { id, status: 'accepted', text: 'Tuesday at ten.' },
    ]);
    const sent = await client.events('message.sent');
    expect(sent.filter(({ data: { messageId } }) => messageId === id)).toHaveLength(1);
    expect((await client.audit()).map(({ action }) => action)).toContain('reply.marked_sent');
  });

  test('gets one decision, also of several people at once', async () => {
    const { decide } = await unknown();
    const decisions = ['mark-sent', 'send-again', 'mark-sent', 'send-again'] as const;
    const answers = await Promise.all(decisions.map(decide));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await decide('send-again')).error?.message).toMatch(/no longer unknown/);
  });

  test('does not leave to someone who said stop, before or after the decision', async () => {
    const before = await unknown();
    await before.client.call('POST', '/suppression', { emails: [before.person.email] });
    const refused = await before.decide('send-again');
    expect([refused.status, refused.error?.message]).toEqual([
      ...[422, 'The person is marked as do not contact.'],
    ]);
    expect(await before.client.status(before.id)).toMatchObject({ status: 'unknown' });
    expect((await before.decide('mark-sent')).status).toBe(200);

    const after = await unknown();
    await after.decide('send-again');
    await after.client.call('POST', '/suppression', { emails: [after.person.email] });
    await after.turn(after.id);
    expect(await after.client.status(after.id)).toMatchObject({
      ...{ status: 'refused', evidence: 'suppressed' },
    });
    expect(after.server.accepted).toHaveLength(0);
  });
});

test('a reply is not limited by the daily limit, the window or a pause of the mailbox', async () => {
  const { client, person, turn } = await setUp();
  await client.rows(sql`
    update mailbox set status = 'paused', sent_today = 999, daily_limit = 1, windows = '[]'
    where id = ${client.mailboxId}`);
  const { id } = await client.reply(person.conversationId);
  expect(await turn(id)).toEqual({ kind: 'accepted' });
});
