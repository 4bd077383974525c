import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { sql } from '../../src/platform/db/index.ts';
import type { TestService } from '../service.ts';
import { type RaceResult, type RaceServer, raceEmail, type SenderProcess } from './email-race.ts';
import { insertClaimedEmail } from './insert-claimed-email.ts';
import type { RaceAccount, StopKind } from './race-stops.ts';

/** How long a worker is stopped at most. */
interface Pause {
  fromMs: number;
  toMs: number;
}

export interface GroupedResult extends RaceResult {
  /** Where the email was when its worker was stopped; null if it was not on its way. */
  stoppedAt: 'claimed' | 'at_dot' | 'handed_over' | null;
}

interface Races {
  service: TestService;
  server: RaceServer;
  kind: StopKind;
}

/** Emails that one worker sends at the same time. */
const groupSize = 5;

/**
 * Races groups of emails on all workers at the same time until there are enough, or far too many. With
 * a pause, each worker is stopped once in each group.
 */
export async function raceEmailsUntil(
  races: Races,
  senders: SenderProcess[],
  { count, isEnough, pause = null, like = [] }: RaceGoal,
): Promise<GroupedResult[]> {
  const results: GroupedResult[] = [];
  let started = 0;
  const isOver = () => started >= 5 * count || (results.length >= count && isEnough(results));
  const raceOn = async (sender: SenderProcess) => {
    while (!isOver() && (started < count || results.length >= count)) {
      started += groupSize;
      results.push(...(await raceGroup(races, sender, usualMs([...like, ...results]), pause)));
    }
  };
  await Promise.all(senders.map(raceOn));
  // Workers may have stopped early while the last groups of others ran.
  while (!isOver()) await Promise.all(senders.map(raceOn));
  return results;
}

export interface RaceGoal {
  count: number;
  isEnough: (results: GroupedResult[]) => boolean;
  pause?: Pause | null;
  /** Earlier races, to estimate how long sending takes. */
  like?: GroupedResult[];
}

/** How long sending takes now, so that stops come before, during and after it. */
function usualMs(results: GroupedResult[]): number {
  const last = results.filter(({ isHeld, stoppedAt }) => !isHeld && stoppedAt === null).slice(-15);
  const sorted = last.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 80;
}

async function raceGroup(
  races: Races,
  sender: SenderProcess,
  usual: number,
  pause: Pause | null,
): Promise<GroupedResult[]> {
  const { service, server, kind } = races;
  const account = await newAccount(service);
  const { workspaceId } = account;
  const smtp = { host: 'mail.example', port: server.port, security: 'tls' } as const;
  const messages = await Promise.all(
    Array.from({ length: groupSize }, () =>
      insertClaimedEmail(service.owner, workspaceId, { server: smtp }),
    ),
  );
  const stops = await Promise.all(messages.map(async (message) => kind(account, message)));
  const racing = messages.map((message, index) =>
    raceEmail(server, message, {
      sending: () => sender.send(workspaceId, message),
      stop: () => stopUntilAcknowledged(stops[index]!),
      isHeld: index < 2,
      delayMs: Math.random() * 1.3 * usual,
    }),
  );
  const results = Promise.all(racing);
  // Awaited below, after the worker goes on.
  results.catch(() => {});
  const stoppedAt = pause
    ? await pauseWorker(races, sender, { workspaceId, messages, usual, pause, results })
    : new Map<string, never>();
  return (await results).map((result, index) => ({
    ...result,
    stoppedAt: stoppedAt.get(messages[index]!.id) ?? null,
  }));
}

/** Separate rate limits for each group. */
async function newAccount(service: TestService): Promise<RaceAccount> {
  const workspace = await service.workspace();
  return { workspaceId: workspace.id, token: await workspace.token('admin') };
}

/** Under load a request may be refused; only a success acknowledges. */
async function stopUntilAcknowledged(stop: Awaited<ReturnType<StopKind>>): Promise<void> {
  for (;;) {
    const { status } = await stop();
    if (status !== 429 && status < 500) return expect(status).toBe(200);
    await sleep(50);
  }
}

interface PausedGroup {
  workspaceId: string;
  messages: CampaignEmail[];
  usual: number;
  pause: Pause;
  results: Promise<unknown>;
}

/** The state of a process in Linux, as one letter: `T` is stopped. */
const processStateOf = (pid: number) =>
  /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

/** Stops the worker once, and returns where its emails were meanwhile. */
async function pauseWorker(
  { service, server }: Races,
  { process }: SenderProcess,
  { workspaceId, messages, usual, pause, results }: PausedGroup,
): Promise<Map<string, NonNullable<GroupedResult['stoppedAt']>>> {
  // At any moment, or just when one of them is at its gate.
  if (Math.random() < 0.4) await sleep(Math.random() * usual);
  else {
    await Promise.race([server.bodyOf(messages.at(-1)!.recipient.email), results]);
    if (Math.random() < 0.7) await sleep(Math.random() * 8);
  }
  process.signal('SIGSTOP');
  try {
    await expect.poll(() => processStateOf(process.pid), { interval: 1 }).toBe('T');
    const onTheirWay = await service.owner.transaction(workspaceId, (tx) =>
      tx.rows<{ id: string; status: 'claimed' | 'at_dot' | 'handed_over' }>(sql`
        select id, status from outbound_message
        where id = any(${messages.map(({ id }) => id)}::uuid[])
          and status in ('claimed', 'at_dot', 'handed_over')`),
    );
    const { fromMs, toMs } = pause;
    // Half of them short, so that many moments are hit.
    const maxMs = fromMs === 0 && Math.random() < 0.5 ? 100 : toMs;
    await sleep(fromMs + Math.random() * (maxMs - fromMs));
    return new Map(onTheirWay.map(({ id, status }) => [id, status]));
  } finally {
    process.signal('SIGCONT');
  }
}
