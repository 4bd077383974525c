import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { runSettleUnknown } from '../../src/sending/settle.job.ts';
import { selfSigned } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { type CrashPoint, type CrashServer, crashPoints, crashServer } from './crash-points.ts';
import { crashWorkspace, type Victim } from './crashes.ts';
import { testSender } from './sender.ts';
import { takeTurn } from './turns.ts';

const killsEach = sized(4, 38);
const parallelPoints = 3;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

const certificate = selfSigned('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dovecot = await startDovecot({ certificate, users: { jane: 'password' } });
const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
const service = await testService();
const { deps } = await testSender(service);
const workspace = await crashWorkspace(service, dovecot.imaps);
const { workspaceId } = workspace;

interface Killed extends Victim {
  point: string;
  server: CrashServer;
  hasCopy: boolean;
}

/** Answers to the second try of an email: most are accepted. */
const secondAnswers = [null, null, '550 5.1.1 No such user', '451 4.3.0 Try again later'];

/** Kills a worker at the point, and lets another one continue. */
async function kill(name: string, index: number, server: CrashServer): Promise<Killed> {
  const { waitAt, silentAt, isAccepted = false, after } = crashPoints[name] as CrashPoint;
  const victim = await workspace.newVictim(server);
  const atServer = server.arm();
  const worker = await workspace.startTurn(victim, dns.address, waitAt);
  if (silentAt) await atServer;
  else await expect.poll(() => worker.log.some(({ msg }) => msg === 'reached')).toBe(true);
  if (waitAt) expect(await workspace.isLocked(victim), name).toBe(waitAt !== 'body');
  // Before, while or after the acceptance is stored.
  if (silentAt === 'QUIT') await sleep(Math.random() * 60);
  await worker.kill();
  server.disarm();
  // PostgreSQL may take a moment to end the killed worker's transaction.
  await expect.poll(() => workspace.isLocked(victim)).toBe(false);
  // Some servers store what they send.
  const hasCopy = isAccepted && index % 2 === 0;
  if (hasCopy) await keepCopy(server, victim);

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

async function keepCopy({ bodies }: CrashServer, { recipient }: Victim): Promise<void> {
  await expect.poll(() => bodies.has(recipient)).toBe(true);
  const server = { host: 'mail.example', port: dovecot.imaps, security: 'tls' } as const;
  const session = await openImapSession({
    ...{ egress: deps.egress as never, server, auth: { user: 'jane', password: 'password' } },
  });
  await session.append('Sent', bodies.get(recipient)!);
  await session.logout();
}

/** The email of each in the API, as the product shows it. */
const shown = async (killed: Killed) => (await workspace.message(killed))!;

const acceptedBy = ({ server, recipient }: Killed) =>
  server.accepted.filter((each) => each === recipient).length;

test('an email of a killed worker is sent at most once, and counted if it left or may have left [sending.once] [sending.unknown]', {
  timeout: 3_600_000,
}, async () => {
  const startedAt = Date.now();
  const all: Killed[] = [];
  const names = Object.keys(crashPoints).values();
  const killAtPoints = async () => {
    for (const name of names) {
      const server = await crashServer(crashPoints[name]!);
      for (let index = 0; index < killsEach; index++) all.push(await kill(name, index, server));
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
  expect(all.length).toBe(killsEach * Object.keys(crashPoints).length);
  for (const ending of ['accepted', 'refused', 'deferred', 'unknown'])
    expect(Object.keys(endings).join(), 'every ending was seen').toContain(ending);
});

test.each([
  ['before its body', 'DATA', ['accepted', 'accepted'], 2],
  ['after its dot', 'dot', ['accepted', 'unknown'], 1],
] as const)(
  'a worker that is killed with the second email of a turn, %s, has recorded the first [sending.once] [sending.unknown]',
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
    const worker = await workspace.startTurn(victim, dns.address);
    await reached.promise;
    await worker.kill();
    expect((await workspace.statuses(victim))[0]).toBe('accepted');
    for (let turns = 0; turns < 2; turns++) await takeTurn(deps, workspaceId, victim);
    expect(await workspace.statuses(victim)).toEqual(statuses);
    expect(server.accepted).toHaveLength(accepted);
  },
);

/** What is recorded equals what the servers accepted, plus what is unknown. */
async function checkEndings(all: Killed[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (const killed of all) {
    const { status } = await shown(killed);
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
    // A refused email used its place in the day, too.
    const count = status === 'deferred' ? 0 : 1;
    expect(await workspace.counts(killed), context).toEqual({
      ...{ mailbox: count, company: count, campaign: count },
    });
    const key = `${killed.point}: ${status}`;
    endings[key] = (endings[key] ?? 0) + 1;
  }
  return endings;
}

/** Copies settle what is unknown after a minute. The others stay visible, and are not sent again. */
async function checkSettling(all: Killed[]) {
  const unknown: (Killed & { settledAt: number })[] = [];
  for (const killed of all) {
    const { status, settledAt } = await shown(killed);
    if (status === 'unknown') unknown.push({ ...killed, settledAt: Date.parse(settledAt!) });
  }
  unknown.sort((a, b) => a.settledAt - b.settledAt);
  let settled = 0;
  for (const killed of unknown) {
    const clock = () => new Date(killed.settledAt + minuteMs);
    const run = runSettleUnknown({ ...deps, egress: deps.egress as never, clock });
    await run({ signal: new AbortController().signal, log: createLog('silent') });
    const { status, evidence } = await shown(killed);
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
  expect(settled).toBeGreaterThan(0);
  expect(unknown.length).toBeGreaterThan(settled);
  return { unknown: unknown.length, settled };
}
