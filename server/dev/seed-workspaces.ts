import { hashPassword } from '../src/core/sign-in/passwords.ts';
import { addUser, createWorkspace, upsertPlan } from '../src/operator/accounts.ts';
import { type Database, sql } from '../src/platform/db/index.ts';
import { createToken } from '../src/tokens/tokens.ts';

const tokenName = 'npm run dev';

/** The user that the console link signs in. The other users of that workspace have the same password. */
export const devSignIn = {
  email: 'ines.owner@outcrop.example',
  password: 'outcrop-dev-password',
};

export interface DevTokens {
  owner: string;
  member: string;
  viewer: string;
  otherWorkspace: string;
  smallPlan: string;
}

/**
 * Two permanent workspaces, and a third one per start on a plan so small that its limits are easy to
 * reach. Secrets are not stored, so every start creates new tokens and revokes its earlier ones.
 */
export async function seedWorkspaces(db: Database, cell: string): Promise<DevTokens> {
  const fernhill = await findOrCreateWorkspace(db, 'Fernhill Instruments', 'scale');
  const harbour = await findOrCreateWorkspace(db, 'Harbour & Vale', 'scale');
  await db.query(upsertPlan('five', 'Trial', 5, 3, true));
  const pocket = await createWorkspace(db, 'Trial workspace', 'five');

  const tokenFor = (workspaceId: string, name: string, role: 'owner' | 'member' | 'viewer') =>
    db.transaction(workspaceId, async (tx) => {
      const email = `${name.split(' ')[0]!.toLowerCase()}.${role}@outcrop.example`;
      const user = await addUser(tx, { name, email, role });
      const token = await createToken(tx, {
        cell,
        userId: user.id,
        name: tokenName,
        expiresInDays: null,
      });
      return token.secret;
    });
  await revokeEarlierTokens(db, [fernhill, harbour]);
  const tokens = {
    owner: await tokenFor(fernhill, 'Ines Duarte', 'owner'),
    member: await tokenFor(fernhill, 'Tomasz Wilk', 'member'),
    viewer: await tokenFor(fernhill, 'Aiko Mori', 'viewer'),
    otherWorkspace: await tokenFor(harbour, 'Samuel Okoro', 'owner'),
    smallPlan: await tokenFor(pocket.id, 'Lena Frost', 'owner'),
  };
  await setPasswords(db, fernhill);
  return tokens;
}

/** Set at every start, so that the password on the screen also works in an older database. */
async function setPasswords(db: Database, workspaceId: string): Promise<void> {
  const hash = await hashPassword(devSignIn.password);
  await db.query(sql`
    with updated as (
      update auth."account" a set "password" = ${hash}, "updatedAt" = now()
      from member m
      where m.workspace_id = ${workspaceId} and m.kind = 'person'
        and a."userId" = m.user_id and a."providerId" = 'credential'
    )
    insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt")
    select m.user_id::text, 'credential', m.user_id, ${hash}, now()
    from member m
    where m.workspace_id = ${workspaceId} and m.kind = 'person'
      and not exists (select from auth."account" a where a."userId" = m.user_id)`);
}

async function findOrCreateWorkspace(db: Database, name: string, plan: string): Promise<string> {
  const [found] = await db.query<{ id: string }>(
    sql`select id from workspace where name = ${name}`,
  );
  return found?.id ?? (await createWorkspace(db, name, plan)).id;
}

const revokeEarlierTokens = (db: Database, workspaceIds: string[]) =>
  db.query(sql`
    update api_token set revoked_at = now()
    where workspace_id = any(${workspaceIds}::uuid[]) and name = ${tokenName} and revoked_at is null`);
