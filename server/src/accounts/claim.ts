import { randomUUIDv7 } from 'node:crypto';
import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { hashCode, newCode } from '../identity/codes.ts';
import type { Identity } from '../identity/identity.ts';
import { hashPassword } from '../identity/passwords.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { refused } from '../platform/error.ts';
import type { OpenCall } from '../platform/http/call.ts';
import { addUser } from './members-sql.ts';
import { insertMember, insertWorkspace } from './sql.ts';

type Lines = typeof manageEndpoints;

export interface Instance {
  db: Database;
  identity: Identity;
  sendsMail: boolean;
  version: string;
}

const isClaimed = async (db: Database): Promise<boolean> => {
  const [row] = await db.ask<{ claimed: boolean }>(sql`select is_claimed() as claimed`);
  return row!.claimed;
};

export const getSetup =
  ({ db, sendsMail, version }: Instance) =>
  async (_call: OpenCall<Lines['getSetup']>): Promise<ManageData<'getSetup'>> => ({
    claimed: await isClaimed(db),
    mail: sendsMail,
    version,
  });

/** A new code for an instance that nobody has claimed. Several may be about; the first one used counts. */
export async function offerClaim(db: Database): Promise<string | null> {
  if (await isClaimed(db)) return null;
  const code = newCode();
  await db.ask(sql`select offer_claim(${hashCode(code).toString('hex')})`);
  return code;
}

export const postSetupClaim =
  ({ db, identity }: Instance) =>
  async ({
    body,
    visit,
    correlationId,
  }: OpenCall<Lines['postSetupClaim']>): Promise<ManageData<'postSetupClaim'>> => {
    const { name, email, password } = body;
    const [workspaceId, userId] = [randomUUIDv7(), randomUUIDv7()];
    await db.transaction(workspaceId, async (tx) => {
      const codeHash = hashCode(body.code).toString('hex');
      const [row] = await tx.rows<{ taken: boolean }>(sql`select take_claim(${codeHash}) as taken`);
      if (!row!.taken)
        throw refused(
          'code',
          'This link has expired, or the instance is already claimed. The operator can make a new one.',
        );
      const passwordHash = await hashPassword(password);
      // The operator gave the code to whoever this is: that is proof enough.
      await addUser(tx, { id: userId, name, email, isProven: true, passwordHash });
      await insertWorkspace(tx, body.workspaceName, 'free');
      await insertMember(tx, userId, 'owner');
      const cause = { actor: { kind: 'user', id: userId } as const, correlationId };
      record(tx, cause, { action: 'workspace.claimed', target: workspaceId });
    });
    await identity.ask(identity.asGuest(visit), (api, headers) =>
      api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
    return { workspaceId };
  };
