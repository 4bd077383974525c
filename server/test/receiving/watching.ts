import { randomUUIDv7 } from 'node:crypto';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { Database, sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import type { WatchDeps, WatchTimes } from '../../src/receiving/watch-deps.ts';
import { startWatching } from '../../src/receiving/watcher.ts';
import { anyMember } from '../accounts.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testDatabase } from '../database.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { storingDeps } from './receiving-client.ts';
import { recordStoredMessages, storedMessages } from './stored-messages.ts';

/** Short, so that tests wait little. No test depends on the length itself. */
export const shortTimes: WatchTimes = {
  pollMs: 500,
  statusMs: 1_000,
  compareMs: 3_600_000,
  commandMs: 60_000,
  leaseMs: 30_000,
  renewMs: 300,
  tickMs: 100,
};

interface ImapAddress {
  host?: string;
  port: number;
  security?: 'none' | 'tls';
  user?: string;
}

const sender = 'bo@prospect.example';

/** A database with a workspace whose mailboxes are watched in this process. */
export async function watchedWorkspace() {
  const database = await testDatabase();
  const open = (url: string) => {
    const db = new Database({
      ...{ url, poolSize: 8, inBackground: true },
      timeouts: { statementMs: 30_000, lockMs: 20_000 },
    });
    afterTestOrFile(() => db.close());
    return db;
  };
  const owner = open(database.ownerUrl);
  const db = open(database.appUrl);
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  afterTestOrFile(() => egress.close());
  await recordStoredMessages(owner);
  const parser = new MessageParser();
  afterTestOrFile(() => parser.close());
  const workspaceId = randomUUIDv7();
  await owner.query(
    sql`insert into workspace (id, name, plan_id) values (${workspaceId}, 'Watched', 'free')`,
  );
  // Only messages of prospects are stored.
  await owner.query(sql`
    insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
    values (${workspaceId}, ${randomUUIDv7()}, ${sender}, ${sender}, 'manual', ${blankSearch.values})`);

  const addMailbox = async ({
    host = '127.0.0.1',
    port,
    security = 'none',
    user = 'ana',
  }: ImapAddress) => {
    const id = randomUUIDv7();
    const ownerId = await anyMember(owner, workspaceId);
    await owner.query(sql`
      insert into mailbox (workspace_id, id, owner_id, shared, address, status, reason, secret,
        imap_host, imap_port, imap_security, imap_user)
      values (${workspaceId}, ${id}, ${ownerId}, true, ${`${id}@sender.example`}, 'ok', null, 'sealed',
        ${host}, ${port}, ${security}, ${user})`);
    // Its server ends with the test.
    afterTestOrFile(() => owner.query(sql`update mailbox set status = 'removed' where id = ${id}`));
    return id;
  };
  const deps: WatchDeps = {
    ...{ db, egress, parser, ...storingDeps, clock: () => new Date(), times: shortTimes },
    credentials: { of: async (_, { imap }) => ({ user: imap.user, password: 'secret' }) },
    log: createLog('silent'),
  };
  const watch = (
    changes: Partial<Omit<WatchDeps, 'times'>> & { times?: Partial<WatchTimes> } = {},
  ) => {
    const times = { ...shortTimes, ...changes.times };
    const watching = startWatching({ ...deps, ...changes, times });
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= watching.stop());
    afterTestOrFile(stop);
    return { holder: watching.holder, stop };
  };
  const state = async (id: string) => {
    const [row] = await owner.query<{
      status: string;
      reason: string | null;
      syncedAt: Date | null;
    }>(sql`
      select status, reason, synced_at as "syncedAt" from mailbox where id = ${id}`);
    return row!;
  };
  const subjects = async (id?: string) =>
    (await storedMessages(owner, id)).map(({ subject }) => subject);
  return { database, owner, db, workspaceId, deps, addMailbox, watch, state, subjects };
}

/** A message from a prospect. In Sent, it counts as one to the prospect. */
export const rawMessage = (
  subject: string,
  { id, body = 'Hello' }: { id?: string; body?: string } = {},
) =>
  [
    `From: Bo <${sender}>`,
    `To: ${sender}`,
    'Date: Tue, 17 Nov 2026 09:00:00 +0000',
    ...(id === undefined ? [] : [`Message-ID: <${id}>`]),
    `Subject: ${subject}`,
    '',
    body,
  ].join('\r\n');
