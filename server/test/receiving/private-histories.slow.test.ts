import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { removeMember } from '../../src/core/members/remove-member.ts';
import { storeMessages } from '../../src/core/receiving/store-messages.ts';
import { lockWorkspace } from '../../src/core/workspaces/lock-workspace.ts';
import { selectMessage, selectMessages } from '../../src/inbox/conversations.sql.ts';
import { runMoveAudience } from '../../src/inbox/move-audience.job.ts';
import { lockMailbox } from '../../src/mailboxes/mailboxes.sql.ts';
import { runHandOverBelongings } from '../../src/members/hand-over-belongings.job.ts';
import { Database, sql, type Tx } from '../../src/platform/db/index.ts';
import type { JobContext } from '../../src/platform/queue/job-registry.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { insertMailbox } from '../outreach.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { receivedMessage, receivingClient, storingDeps } from './receiving-client.ts';

const allMessages = { after: null, take: 200, maxBytes: 1_000_000 };
const histories = sizeForRun(25, 2_000);
const steps = 16;

const service = await testService();
const api = new Database({
  url: service.database.appUrl,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 20_000 },
});
afterTestOrFile(() => api.close());

const addresses = ['jane@acme.example', 'bob@acme.example', 'law@firm.example', 'eve@gmail.com'];

interface MailboxState {
  id: string;
  ownerId: string;
  shared: boolean;
}

/** A workspace with three members, each with a mailbox of their own, a campaign and mail that answers it. */
async function newHistory(random: () => number) {
  const client = await receivingClient(service);
  const { db, workspace } = client;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const inBackground = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(workspace.id, work);
  const job: JobContext = {
    ...({ correlationId: null } as JobContext),
    finish: inBackground,
  };
  const members = (await Promise.all([1, 2, 3].map(() => workspace.user('member')))).map(
    ({ userId }) => userId,
  );
  for (const ownerId of members)
    await insertMailbox(service.owner, workspace.id, { ownerId, shared: random() < 0.4 });
  const sent = await client.sentTo(pick(addresses));
  const messageIds = [sent.header];
  const outdated = new Set<string>();

  const mailboxes = () =>
    client.rows<MailboxState>(sql`
      select id, owner_id as "ownerId", shared from mailbox where workspace_id = ${workspace.id} order by id`);
  const moved = async (mailboxId: string) => {
    outdated.delete(mailboxId);
    for (let left = 1; left > 0; ) {
      await runMoveAudience({ mailboxId }, job);
      [{ left }] = (await client.rows<{ left: number }>(sql`
        select count(*)::int as left from conversation c join mailbox b on b.id = c.mailbox_id
        where c.mailbox_id = ${mailboxId} and c.visible_to <> b.visible_to`)) as [{ left: number }];
    }
  };

  const actions = {
    mail: async () => {
      const mailbox = pick(await mailboxes());
      const messageId = `${randomUUID()}@mail.example`;
      const isSent = random() < 0.2;
      const other = { name: 'Someone', address: pick(addresses) };
      const own = { name: 'Us', address: `${mailbox.id}@outcrop.example` };
      const named = random() < 0.8 ? pick(messageIds) : null;
      const text = `read in ${mailbox.id}`;
      const message = receivedMessage({
        ...{
          messageId,
          text,
          ownWords: text,
          from: isSent ? own : other,
          to: [isSent ? other : own],
        },
        ...{ cc: random() < 0.3 ? [{ name: 'Copied', address: pick(addresses) }] : [] },
        ...(random() < 0.7 ? { inReplyTo: named } : { references: named === null ? [] : [named] }),
        kind: random() < 0.85 ? 'human' : pick(['away', 'automatic', 'bounce'] as const),
        fetched: { folder: isSent ? 'sent' : 'inbox' },
      });
      await inBackground((tx) =>
        storeMessages(tx, storingDeps, { ...mailbox, address: own.address }, [message], new Date()),
      );
      messageIds.push(messageId);
    },
    share: async () => {
      const { id, shared } = pick(await mailboxes());
      await inBackground(async (tx) => {
        await lockMailbox(tx, id, true);
        tx.defer(sql`update mailbox set shared = ${!shared} where id = ${id}`);
      });
      outdated.add(id);
    },
    move: async () => {
      if (outdated.size > 0) await moved(pick([...outdated]));
    },
    leave: async () => {
      if (members.length < 2) return;
      const userId = pick(members);
      members.splice(members.indexOf(userId), 1);
      await inBackground(async (tx) => {
        await lockWorkspace(tx);
        await removeMember(tx, userId, random() < 0.5 ? pick(members) : null, null);
      });
      await expectNothingConnected(userId);
      if (random() < 0.7) await gone(userId);
      else leaving.push(userId);
    },
  };
  const leaving: string[] = [];
  const gone = async (userId: string) => {
    for (let isThere = true; isThere; ) {
      await runHandOverBelongings({ userId }, job);
      isThere =
        (
          await client.rows(sql`
          select from member where workspace_id = ${workspace.id} and user_id = ${userId}`)
        ).length > 0;
    }
  };
  const expectNothingConnected = async (userId: string) =>
    expect(
      await client.rows(sql`
        select id from mailbox
        where workspace_id = ${workspace.id} and owner_id = ${userId} and not shared and status <> 'removed'`),
    ).toEqual([]);

  /** What each member reads through the inbox, and what the database alone would show them. */
  const expectPrivate = async () => {
    const all = await mailboxes();
    const owned = all.every(({ ownerId }) => ownerId !== null);
    expect(owned).toBe(true);
    const messages = await client.rows<{ id: string; conversationId: string; readIn: string }>(sql`
      select m.id, m.conversation_id as "conversationId", coalesce(m.other_mailbox_id, c.mailbox_id) as "readIn"
      from message m join conversation c on c.id = m.conversation_id
      where m.workspace_id = ${workspace.id}`);
    for (const userId of [...members, client.userId]) {
      const visible = new Set(
        all.filter(({ shared, ownerId }) => shared || ownerId === userId).map(({ id }) => id),
      );
      const hidden = new Set(
        messages.filter(({ readIn }) => !visible.has(readIn)).map(({ id }) => id),
      );
      const viewer = { userId, seesAll: false };
      const shown = await api.read(
        workspace.id,
        async (tx) => {
          const conversations = [...new Set(messages.map(({ conversationId }) => conversationId))];
          const [listed, single, bare] = await Promise.all([
            Promise.all(conversations.map((id) => selectMessages(tx, userId, id, allMessages))),
            Promise.all(messages.map(({ id }) => selectMessage(tx, userId, id))),
            outdated.size > 0
              ? []
              : tx.rows<{ id: string }>(sql`
                  select id from message union all select message_id from message_body
                  union all select message_id from message_word`),
          ]);
          return {
            // The page of a conversation asks for the conversation first.
            listed: listed.flat().filter(({ id }) => single.some((each) => each?.id === id)),
            single: single.flatMap((each) => each ?? []),
            bare,
          };
        },
        { viewer },
      );
      const read = [...shown.listed, ...shown.single, ...shown.bare].map(({ id }) => id);
      expect(read.filter((id) => hidden.has(id))).toEqual([]);
      const texts = [...shown.listed, ...shown.single].map(
        ({ text }) => text.match(/read in (\S+)/)?.[1],
      );
      expect(texts.filter((id) => id !== undefined && !visible.has(id))).toEqual([]);
    }
    return messages.length;
  };

  const end = async () => {
    for (const userId of leaving.splice(0)) await gone(userId);
    for (const id of [...outdated]) await moved(id);
    const people = new Set(
      (
        await client.rows<{ id: string }>(sql`
          select user_id as id from member where workspace_id = ${workspace.id} and leaving_at is null`)
      ).map(({ id }) => id),
    );
    for (const { ownerId } of await mailboxes()) expect(people).toContain(ownerId);
    return expectPrivate();
  };
  const act = () =>
    actions[pick(['mail', 'mail', 'mail', 'mail', 'share', 'move', 'leave'] as const)]();
  return { act, expectPrivate, end };
}

test(
  `in ${histories} histories of mail, sharing and leaving, nobody reads a message of a mailbox that they may not see, and every mailbox has an owner`,
  async () => {
    let stored = 0;
    for (let seed = 1; seed <= histories; seed++) {
      const { act, expectPrivate, end } = await newHistory(seededRandom(seed));
      for (let step = 0; step < steps; step++) {
        await act();
        if (step % 4 === 3) await expectPrivate();
      }
      stored += await end();
    }
    // Most mail is about the prospect and is stored.
    expect(stored).toBeGreaterThan(3 * histories);
  },
  timeoutForRun(60 * 60_000, 120_000),
);
