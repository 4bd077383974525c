import { randomUUIDv7 } from 'node:crypto';
import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Identity } from '../core/sign-in/identity.ts';
import { hashCode, newCode } from '../core/sign-in/one-time-links.ts';
import { hashPassword } from '../core/sign-in/passwords.ts';
import { addUser } from '../core/workspaces/members.sql.ts';
import { insertMember, insertWorkspace } from '../core/workspaces/workspaces.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { fieldError } from '../platform/error.ts';
import type { Mailer } from '../platform/mail/mailer.ts';

export interface SetupDeps {
  db: Database;
  identity: Identity;
  mailer: Mailer | undefined;
  version: string;
}

const isInstanceClaimed = async (db: Database): Promise<boolean> => {
  const [row] = await db.query<{ claimed: boolean }>(sql`select is_claimed() as claimed`);
  return row!.claimed;
};

export async function getSetup({
  deps: { db, mailer, version },
}: ManageCall<'getSetup', SetupDeps>): Promise<ManageResult<'getSetup'>> {
  return {
    claimed: await isInstanceClaimed(db),
    mail: mailer !== undefined,
    version,
  };
}

/** Creates a code for an unclaimed instance. Several may exist; the first one used wins. */
export async function createClaimCode(db: Database): Promise<string | null> {
  if (await isInstanceClaimed(db)) return null;
  const code = newCode();
  await db.query(sql`select offer_claim(${hashCode(code).toString('hex')})`);
  return code;
}

export async function postSetupClaim({
  body,
  client,
  correlationId,
  deps: { db, identity },
}: ManageCall<'postSetupClaim', SetupDeps>): Promise<ManageResult<'postSetupClaim'>> {
  const { name, email, password } = body;
  const [workspaceId, userId] = [randomUUIDv7(), randomUUIDv7()];
  await db.transaction(workspaceId, async (tx) => {
    const codeHash = hashCode(body.code).toString('hex');
    const [row] = await tx.rows<{ taken: boolean }>(sql`select take_claim(${codeHash}) as taken`);
    if (!row!.taken)
      throw fieldError(
        'code',
        'This link has expired, or the instance is already claimed. The operator can create a new one.',
      );
    const passwordHash = await hashPassword(password);
    // The code came from the operator, so the address needs no further proof.
    await addUser(tx, { id: userId, name, email, isProven: true, passwordHash });
    await insertWorkspace(tx, body.workspaceName, 'free');
    await insertMember(tx, userId, 'owner');
    const actor = { actor: { kind: 'user', id: userId } as const, correlationId };
    recordAudit({ tx, actor }, { action: 'workspace.claimed', target: workspaceId });
  });
  await identity.call(identity.withoutSession(client), (api, headers) =>
    api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
  return { workspaceId };
}
