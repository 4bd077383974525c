import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { withinWaitLimit } from '../wait-limit.ts';
import { type CrashPoint, type CrashServer, crashPoints, crashServer } from './crash-points.ts';
import { startCrashSetup } from './crash-setup.ts';
import { type CrashVictim, crashWorkspace } from './crash-workspace.ts';
import { replyClient } from './reply-client.ts';
import { killReply } from './reply-crashes.ts';
import { sendingClient } from './sending-client.ts';
import { takeTurn } from './take-turn.ts';

const killsEach = sizeForRun(1, 38);
const replyKillsEach = sizeForRun(1, 20);
const parallelPoints = 3;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

const { service, deps, imapPort, nameServer, keepCopy, settleAt } = await startCrashSetup();
const workspace = await crashWorkspace(service, imapPort);
const { workspaceId } = workspace;

interface CrashedEmail extends CrashVictim {
  point: string;
  server: CrashServer;
  hasCopy: boolean;
}

/** Answers to the second try of an email. */
const secondAnswers = [null, '550 5.1.1 No such user', '451 4.3.0 Try again later', null];

/** Kills a worker at the point, and lets another one continue. The index chooses what servers do. */
async function kill(name: string, index: number, server: CrashServer): Promise<CrashedEmail> {
  const { waitAt, silentAt, isAccepted = false, after } = crashPoints[name] as CrashPoint;
  const victim = await workspace.newVictim(server);
  const atServer = server.arm();
  const worker = await workspace.startTurn(victim, nameServer, waitAt);
  if (silentAt) await withinWaitLimit(atServer, `a worker that is ${name}`);
  else await expect.poll(() => worker.log.some(({ msg }) => msg === 'reached')).toBe(true);
  if (waitAt) expect(await workspace.isLocked(victim), name).toBe(waitAt !== 'body');
  // Before, while or after the acceptance is stored.
  if (silentAt === 'QUIT') await sleep(Math.random() * 60);
  await worker.kill();
  server.disarm();
  // PostgreSQL may take a moment to end the killed worker's transaction.
  await expect.poll(() => workspace.isLocked(victim)).toBe(false);
  // Some servers store a copy of each email that they send.
  const hasCopy = isAccepted && index % 4 < 2;
  if (hasCopy) await keepCopy(await bodyOf(server, victim));

  const answer = secondAnswers[index % secondAnswers.length];
  if (answer) server.refuse(victim.recipient, answer);
  const before = await workspace.outboundStatus(victim);
  await takeTurn(deps, workspaceId, victim);
  await takeTurn(deps, workspaceId, victim);
  const { status } = (await workspace.message(victim))!;
  const retried = answer ? { 5: ['refused'], 4: ['deferred'] }[answer[0]!]! : ['accepted'];
  const context = `killed ${name}, when it was ${before}`;
  expect(after.includes('released') ? retried : after, context).toContain(status);
  return { ...victim, point: name, server, hasCopy };
}

async function bodyOf({ bodies }: CrashServer, { recipient }: CrashVictim): Promise<string> {
  await expect.poll(() => bodies.has(recipient)).toBe(true);
  return bodies.get(recipient)!;
}

test('an unknown email with a copy in Sent is accepted; another one is looked for again', async () => {
  const client = await sendingClient(service);
  const found = await client.claim({ port: 1 });
  const missing = await client.claim({ port: 1 }, { like: found });
  const since = new Date(Date.now() - 61_000);
  await client.rows(sql`
    update mailbox set imap_host = 'mail.example', imap_port = ${imapPort}, imap_user = 'jane'
    where id = ${found.mailbox.id}`);
  await client.rows(sql`
    update outbound_message set status = 'unknown', settled_at = ${since}, look_at = now()
    where id = any(${[found.id, missing.id]}::uuid[])`);
  await client.rows(sql`update enrollment set status = 'held', reason = 'unknown'`);
  await keepCopy(`Message-ID: ${found.messageId}\r\nSubject: An idea\r\n\r\nHello\r\n`);

  await settleAt(new Date());

  expect(await client.outbound(found.id)).toMatchObject({
    status: 'accepted',
    evidence: 'found_in_sent',
    lookAt: null,
  });
  expect(await client.enrollment(found)).toMatchObject({ status: 'waiting', reason: null });
  expect(await client.events('message.sent')).toMatchObject([{ data: { messageId: found.id } }]);
  const still = await client.outbound(missing.id);
  expect(still).toMatchObject({ status: 'unknown', evidence: 'not_in_sent' });
  expect(still.lookAt!.getTime() - since.getTime()).toBe(5 * 60_000);
  expect(await client.enrollment(missing)).toMatchObject({ status: 'held', reason: 'unknown' });
  expect(
    await client.rows(sql`select keeps_sent as kept from mailbox where id = ${found.mailbox.id}`),
  ).toEqual([{ kept: true }]);
});

/** The email as the API shows it. */
const shownEmail = async (killed: CrashedEmail) => (await workspace.message(killed))!;

const acceptedBy = ({ server, recipient }: CrashedEmail) =>
  server.accepted.filter((each) => each === recipient).length;

const points = Object.entries(crashPoints).map(([name, { after }], number) => ({
  ...{ name, number, isReleased: after.includes('released') },
}));
const [released = [], left = []] = [true, false].map((isReleased) =>
  points.filter((point) => point.isReleased === isReleased),
);

test.each([
  ['before its last line', released],
  ['at its last line or later', left],
] as const)(
  'an email of a worker that is killed %s is sent at most once, and counted if it left or may have left',
  { timeout: timeoutForRun(3_600_000, 60_000) },
  async (_, chosen) => {
    const startedAt = Date.now();
    const all: CrashedEmail[] = [];
    const waiting = chosen.values();
    const killAtPoints = async () => {
      for (const { name, number } of waiting) {
        const server = await crashServer(crashPoints[name]!);
        for (let count = 0; count < killsEach; count++)
          all.push(await kill(name, number + count, server));
      }
    };
    await Promise.all(Array.from({ length: parallelPoints }, killAtPoints));
    const endings = await checkEndings(all);
    const { unknown, settled } = await checkSettling(all);
    console.log(
      JSON.stringify({
        kills: all.length,
        seconds: Math.round((Date.now() - startedAt) / 1_000),
        acceptedByServers: all.reduce((sum, killed) => sum + acceptedBy(killed), 0),
        endings,
        ...{ unknown, settledByCopy: settled },
      }),
    );
    expect(all.length).toBe(killsEach * chosen.length);
    if (chosen === released) expect(unknown).toBe(0);
    else {
      expect(settled).toBeGreaterThan(0);
      expect(unknown).toBeGreaterThan(settled);
    }
  },
);

test.each([
  ['before its body', 'DATA', ['accepted', 'accepted'], 2],
  ['after its dot', 'dot', ['accepted', 'unknown'], 1],
] as const)(
  'a worker that is killed with the second email of a turn, %s, has recorded the first',
  { timeout: 60_000 },
  async (_, silentAt, statuses, accepted) => {
    const reached = Promise.withResolvers<void>();
    let number = 0;
    const server = await scriptedSmtp({
      offers: ['AUTH PLAIN'],
      on: {
        [silentAt]: () => {
          number++;
          if (number === 2) reached.resolve();
          return number === 2
            ? 'silence'
            : silentAt === 'DATA'
              ? '354 Go ahead'
              : '250 2.0.0 Queued';
        },
      },
    });
    const victim = await workspace.newVictim(server);
    await workspace.addPerson(victim);
    const worker = await workspace.startTurn(victim, nameServer);
    await withinWaitLimit(reached.promise, 'the second email of the turn');
    await worker.kill();
    expect((await workspace.statuses(victim))[0]).toBe('accepted');
    for (let turns = 0; turns < 2; turns++) await takeTurn(deps, workspaceId, victim);
    expect(await workspace.statuses(victim)).toEqual(statuses);
    expect(server.accepted).toHaveLength(accepted);
  },
);

const replyPoints = [
  'in the body',
  'at the dot, with the locks of the gate',
  'after the dot, with a lost 250',
  'after the 250',
];

test.each(sizeForRun(0, 1) === 1 ? Object.keys(crashPoints) : replyPoints)(
  'a reply of a worker that is killed %s leaves at most once, and its copy settles it',
  { timeout: timeoutForRun(1_800_000, 60_000) },
  async (name) => {
    const server = await crashServer(crashPoints[name]!);
    const client = await replyClient(service, server.port);
    await client.rows(sql`
      update mailbox set imap_host = 'mail.example', imap_port = ${imapPort}, imap_security = 'tls',
                         imap_user = 'jane' where id = ${client.mailboxId}`);
    const killed = { name, point: crashPoints[name]!, server, client };
    for (let kill = 0; kill < replyKillsEach; kill++)
      await killReply({ service, deps, nameServer, keepCopy, settleAt }, killed);
  },
);

/** The recorded emails equal the accepted ones plus the unknown ones. */
async function checkEndings(all: CrashedEmail[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (const killed of all) {
    const { status } = await shownEmail(killed);
    const accepted = acceptedBy(killed);
    const context = `${status} after a kill ${killed.point}`;
    expect(accepted, context).toBeLessThanOrEqual(1);
    if (status === 'accepted') expect(accepted, context).toBe(1);
    if (accepted === 1) expect(['accepted', 'unknown'], context).toContain(status);
    const expected = {
      accepted: 'finished',
      refused: 'bounced',
      deferred: 'waiting',
      unknown: 'held',
    }[status];
    expect((await workspace.enrollment(killed)).status, context).toBe(expected);
    // A refused email counts for the day, too.
    const count = status === 'deferred' ? 0 : 1;
    expect(await workspace.counts(killed), context).toEqual({
      ...{ mailbox: count, company: count, campaign: count },
    });
    const key = `${killed.point}: ${status}`;
    endings[key] = (endings[key] ?? 0) + 1;
  }
  return endings;
}

/** Copies settle unknown emails after a minute. The other unknown emails stay visible, and are not sent again. */
async function checkSettling(all: CrashedEmail[]) {
  const unknown: (CrashedEmail & { settledAt: number })[] = [];
  for (const killed of all) {
    const { status, settledAt } = await shownEmail(killed);
    if (status === 'unknown') unknown.push({ ...killed, settledAt: Date.parse(settledAt!) });
  }
  unknown.sort((a, b) => a.settledAt - b.settledAt);
  let settled = 0;
  for (const killed of unknown) {
    await settleAt(new Date(killed.settledAt + minuteMs));
    const { status, evidence } = await shownEmail(killed);
    expect({ status, evidence }, killed.point).toEqual(
      killed.hasCopy
        ? { status: 'accepted', evidence: 'found_in_sent' }
        : { status: 'unknown', evidence: 'not_in_sent' },
    );
    if (killed.hasCopy) settled++;
  }
  for (const killed of unknown) {
    const before = acceptedBy(killed);
    const clock = () => new Date(Date.now() + 2 * dayMs);
    await takeTurn({ ...deps, clock }, workspaceId, killed);
    expect(acceptedBy(killed), 'not sent again').toBe(before);
    expect((await workspace.message(killed, 'unknown')) === undefined, killed.point).toBe(
      killed.hasCopy,
    );
  }
  return { unknown: unknown.length, settled };
}
