import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { startProcess } from '../faults/test-process.ts';
import { withinWaitLimit } from '../wait-limit.ts';
import type { CrashPoint, CrashServer } from './crash-points.ts';
import type { startCrashSetup } from './crash-setup.ts';
import type { replyClient } from './reply-client.ts';
import { replyTurn } from './reply-turn.ts';

const main = fileURLToPath(new URL('turn-process.ts', import.meta.url));
const hourMs = 3_600_000;

type CrashSetup = Omit<Awaited<ReturnType<typeof startCrashSetup>>, 'imapPort'>;

interface KilledReply {
  name: string;
  point: CrashPoint;
  server: CrashServer;
  client: Awaited<ReturnType<typeof replyClient>>;
}

/** Kills a worker that sends a reply, lets another one continue, and checks what became of the reply. */
export async function killReply(
  { service, deps, nameServer, keepCopy, settleAt }: CrashSetup,
  { name, point, server, client }: KilledReply,
): Promise<void> {
  const { waitAt = '', silentAt, isAccepted = false, after } = point;
  const workspaceId = client.workspace.id;
  const statusOf = async (replyId: string) => (await client.status(replyId)).status;
  const { conversationId, email } = await client.answered();
  const { id } = await client.reply(conversationId);
  const atServer = server.arm();
  const worker = await startProcess(main, 'started', {
    DATABASE_URL: service.database.appUrl,
    NAME_SERVER: nameServer,
    WORKSPACE_ID: workspaceId,
    REPLY_ID: id,
    WAIT_AT: waitAt,
    NODE_COMPILE_CACHE: join(tmpdir(), 'outcrop-compile-cache'),
  });
  if (silentAt) await withinWaitLimit(atServer, `a reply that is ${name}`);
  else await expect.poll(() => worker.log.some(({ msg }) => msg === 'reached')).toBe(true);
  await worker.kill();
  server.disarm();

  // The lease of the killed worker has ended.
  const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
  // PostgreSQL may take a moment to end the killed worker's transaction, which has the reply's lock.
  await expect
    .poll(() => replyTurn(deps, workspaceId, { id, at: inHours(1) }).then(() => statusOf(id)))
    .toBeOneOf(after.includes('released') ? ['accepted'] : after);
  const status = await statusOf(id);
  expect(await replyTurn(deps, workspaceId, { id, at: inHours(2) })).toEqual({ kind: 'not_due' });
  const accepted = server.accepted.filter((each) => each === email);
  expect(accepted.length).toBe(isAccepted || after.includes('released') ? 1 : 0);
  if (status !== 'unknown') return;
  if (isAccepted) {
    await expect.poll(() => server.bodies.has(email)).toBe(true);
    await keepCopy(server.bodies.get(email)!);
  }
  await settleAt(inHours(1.2));
  expect(await client.status(id)).toMatchObject(
    isAccepted
      ? { status: 'accepted', evidence: 'found_in_sent' }
      : { status: 'unknown', evidence: 'not_in_sent' },
  );
  const shown = (await client.messages(conversationId)).filter((each) => each.id === id);
  expect(shown.map((each) => each.status)).toEqual([isAccepted ? 'accepted' : 'unknown']);
}
