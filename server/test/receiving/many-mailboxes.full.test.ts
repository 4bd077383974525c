import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startProcess } from '../faults/test-process.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { deliverByLmtp } from './lmtp.ts';
import { storedMessages } from './stored-messages.ts';
import { overlappingWatches, recordWatches } from './watch-history.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const mailboxes = sizeForRun(24, 1_000);
const messages = sizeForRun(72, 5_000);
/** Times and memory count only at night, on a quiet machine. */
const isMeasured = mailboxes >= 1_000;
/** CI does not wait for leases of 30 seconds. */
const times = isMeasured ? {} : { leaseMs: 10_000, renewMs: 2_000 };
const users = Array.from({ length: mailboxes }, (_, index) => `user${index}`);
const poll = { timeout: sizeForRun(20_000, 900_000), interval: 500 };

const certificate = selfSignedCertificate('mail.example');
const dovecot = await startDovecot({ certificate, isLarge: true });
const dns = await startDnsServer((_, type) => (type === 'A' ? ['127.0.0.1'] : []));
const { owner, database, addMailbox } = await watchedWorkspace();
await recordWatches(owner);
const main = fileURLToPath(new URL('watch-process.ts', import.meta.url));

const startWatcher = async () => {
  const watcher = await startProcess(main, 'watching', {
    ...{ DATABASE_URL: database.appUrl, CERTIFICATE: certificate.cert, NAME_SERVER: dns.address },
    ...{ NODE_OPTIONS: '--expose-gc', TIMES: JSON.stringify(times) },
  });
  afterTestOrFile(watcher.kill);
  return watcher;
};
type Watcher = Awaited<ReturnType<typeof startWatcher>>;

const memoryOf = async (watcher: Watcher): Promise<number> => {
  const before = watcher.log.length;
  watcher.signal('SIGUSR2');
  const line = () => watcher.log.slice(before).find(({ msg }) => msg === 'memory');
  await expect.poll(line).toBeDefined();
  return Number(line()!['bytes']);
};

/** The number of mailboxes that each worker holds with a live lease. */
const heldCounts = async (): Promise<Record<string, number>> => {
  const rows = await owner.query<{ holder: string; count: number }>(sql`
    select holder, count(*)::integer from watch where held_until > now() group by holder`);
  return Object.fromEntries(rows.map(({ holder, count }) => [holder, count]));
};
const totalHeldCount = async () =>
  Object.values(await heldCounts()).reduce((sum, count) => sum + count, 0);
const connectedOnce = () => [dovecot.connections(), dovecot.connected().size];

/** The most sign-ins in any five seconds, by the server's log. */
const mostInFiveSeconds = (log: string) => {
  const seconds = [...log.matchAll(/^(\w+ \d+ [\d:]+) imap-login: Info: Login:/gm)].map(
    ([, at]) => Date.parse(`${at} 2026`) / 1_000,
  );
  return Math.max(
    0,
    ...seconds.map((from) => seconds.filter((at) => at >= from && at < from + 5).length),
  );
};

test(
  'two workers share mailboxes; one is killed and the server restarts, and each message is stored once',
  async () => {
    const first = await startWatcher();
    const empty = await memoryOf(first);
    const server = { host: 'mail.example', port: dovecot.imaps, security: 'tls' } as const;
    const ids = await Promise.all(users.map((user) => addMailbox({ ...server, user })));
    await expect.poll(totalHeldCount, poll).toBe(mailboxes);
    await expect.poll(connectedOnce, poll).toEqual([mailboxes, mailboxes]);
    const kilobytesEach = async () => ((await memoryOf(first)) - empty) / mailboxes / 1024;
    if (isMeasured) await expect.poll(kilobytesEach, poll).toBeLessThan(200);
    console.log(`${mailboxes} connections, ${Math.round(await kilobytesEach())} KB each`);

    const second = await startWatcher();
    const share = Math.ceil((Math.ceil(mailboxes / 2) * 11) / 10);
    await expect
      .poll(async () => Math.max(...Object.values(await heldCounts())), poll)
      .toBeLessThanOrEqual(share);
    await expect.poll(totalHeldCount, poll).toBe(mailboxes);
    await expect.poll(connectedOnce, poll).toEqual([mailboxes, mailboxes]);

    const texts = Array.from({ length: messages }, (_, index) => ({
      user: users[index % mailboxes]!,
      source: rawMessage(`Message ${index}`, { id: `${index}@many.example` }),
    }));
    const half = messages / 2;
    const delivered = deliverByLmtp(dovecot.lmtp, texts.slice(0, half));
    await second.kill();
    const killedAt = performance.now();
    await delivered;
    const holder = String(first.ready['holder']);
    await expect.poll(heldCounts, poll).toEqual({ [holder]: mailboxes });
    await expect.poll(connectedOnce, poll).toEqual([mailboxes, mailboxes]);
    const heldAfter = Math.round((performance.now() - killedAt) / 1_000);
    console.log(`all held again after ${heldAfter} s`);
    if (isMeasured) expect(heldAfter).toBeLessThanOrEqual(90);

    const before = dovecot.log().length;
    await dovecot.stop();
    await dovecot.start();
    const startedAt = performance.now();
    await deliverByLmtp(dovecot.lmtp, texts.slice(half));
    await expect.poll(connectedOnce, poll).toEqual([mailboxes, mailboxes]);
    const backAfter = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`all connected again after ${backAfter} s`);
    if (isMeasured) expect(backAfter).toBeLessThanOrEqual(120);
    const most = mostInFiveSeconds(dovecot.log().slice(before));
    console.log(`at most ${most} sign-ins in five seconds after the restart`);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(5 * 20 + 20);

    await expect.poll(async () => (await storedMessages(owner)).length, poll).toBe(messages);
    const stored = await storedMessages(owner);
    expect(new Set(stored.map(({ subject }) => subject)).size).toBe(messages);
    for (const { subject, mailboxId } of stored)
      expect(mailboxId).toBe(ids[Number(subject.split(' ')[1]) % mailboxes]);
    expect(await overlappingWatches(owner)).toEqual([]);
    await first.stop();
  },
  timeoutForRun(3_600_000, 60_000),
);
