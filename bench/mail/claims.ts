import { randomUUID } from 'node:crypto';
import { Suppression } from '../../server/src/core/suppression/suppression.ts';
import { Database, sql } from '../../server/src/platform/db/index.ts';
import { selectDueCandidates } from '../../server/src/sending/claim-next.sql.ts';
import { claimCampaignEmail } from '../../server/src/sending/claim-next.ts';
import { serverKeys } from '../environment.ts';

/** Claims in a process of its own, and reports the milliseconds that each took, and each look-up of the next email. */
const { DATABASE_URL, ADMIN_URL, COUNT, CALLERS, SHARE } = process.env;
const [count, callers, warmUpClaims] = [Number(COUNT), Number(CALLERS), 300];
const [part, parts] = SHARE!.split('/').map(Number) as [number, number];
const db = new Database({
  url: DATABASE_URL!,
  poolSize: callers,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
  inBackground: true,
});
const deps = {
  suppression: new Suppression(serverKeys.SUPPRESSION_KEY),
  tokens: { messageId: (id: string, domain: string) => `<${id}@${domain}>` },
};
const owner = new Database({
  url: ADMIN_URL!,
  poolSize: 2,
  timeouts: { statementMs: 60_000, lockMs: 10_000 },
});
interface Mailbox {
  workspaceId: string;
  id: string;
}
const leaseId = randomUUID();
const mailboxes = await owner.query<Mailbox>(sql`
  with chosen as (
    select workspace_id, id from mailbox where abs(hashtext(id::text)) % ${parts} = ${part}
    order by random() limit ${count + warmUpClaims})
  update mailbox m set lease_id = ${leaseId}, leased_until = null
  from chosen where m.workspace_id = chosen.workspace_id and m.id = chosen.id
  returning m.workspace_id as "workspaceId", m.id`);
await owner.close();

const at = new Date();
/** One turn that ends with an email. */
async function claimEmail({ workspaceId, id }: Mailbox): Promise<string> {
  const turn = { mailboxId: id, leaseId, at, random: Math.random };
  const taken = await db.preparedTransaction(workspaceId, (tx) =>
    claimCampaignEmail(tx, turn, deps),
  );
  // Everything that it looked at had to wait, for example for the cooldown.
  return taken.kind === 'claimed' ? taken.email.id : claimEmail({ workspaceId, id });
}

/**
 * Otherwise the next turn of the mailbox would find an unfinished email, as after the loss of a
 * worker.
 */
const acceptEmail = ({ workspaceId }: Mailbox, messageId: string) =>
  db.preparedTransaction(workspaceId, (tx) =>
    tx.run(sql`
      update outbound_message set status = 'accepted'
      where workspace_id = ${workspaceId} and id = ${messageId}`),
  );

const claimedMessages = new Map<Mailbox, string>();
let last = 0;
/** The milliseconds that each claim took. */
async function measureClaims(claims: number): Promise<number[]> {
  const times: number[] = [];
  const end = last + claims;
  const caller = async () => {
    while (last < end) {
      const mailbox = mailboxes[last++ % mailboxes.length]!;
      if (claimedMessages.has(mailbox)) await acceptEmail(mailbox, claimedMessages.get(mailbox)!);
      const started = performance.now();
      claimedMessages.set(mailbox, await claimEmail(mailbox));
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}

/** The milliseconds of the statement that finds the next emails of a mailbox. */
async function measureFinding(statements: number): Promise<number[]> {
  const times: number[] = [];
  const day = at.toISOString().slice(0, 10);
  for (let index = 0; index < statements; index++) {
    const { workspaceId, id } = mailboxes[index % mailboxes.length]!;
    await db.preparedTransaction(workspaceId, async (tx) => {
      const started = performance.now();
      await selectDueCandidates(tx, { mailboxId: id, at, day, isInboxRead: true, limit: 3 });
      times.push(performance.now() - started);
    });
  }
  return times;
}

// Not counted: the code is compiled, and the connections prepare their statements.
await measureClaims(warmUpClaims);
await measureFinding(warmUpClaims);
process.send!('ready');
await new Promise((resolve) => process.once('message', resolve));
const started = performance.now();
const times = await measureClaims(count);
const seconds = (performance.now() - started) / 1_000;
process.send!({ times, seconds, finding: await measureFinding(count) });
for (const [mailbox, messageId] of claimedMessages) await acceptEmail(mailbox, messageId);
await db.close();
process.disconnect();
