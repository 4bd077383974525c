import { upsertPlan } from '../src/accounts/sql.ts';
import { createToken } from '../src/accounts/tokens.ts';
import { addUser, createWorkspace } from '../src/accounts/workspaces.ts';
import { hashPassword } from '../src/identity/passwords.ts';
import { type Database, sql } from '../src/platform/db/index.ts';

const tokenName = 'npm run dev';

/** Whom the console's link signs in; the others of that workspace have the same password. */
export const signIn = {
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
 * Two workspaces that stay, and a third, new at each start, on a plan so small that its limits are
 * met at once. Secrets are not kept, so every start makes new tokens and ends its earlier ones.
 */
export async function seed(db: Database, cell: string): Promise<DevTokens> {
  const fernhill = await workspaceCalled(db, 'Fernhill Instruments', 'scale');
  const harbour = await workspaceCalled(db, 'Harbour & Vale', 'scale');
  await db.ask(upsertPlan('five', 'Five imports', 5, 3, true));
  const pocket = await createWorkspace(db, 'Pocket Trial', 'five');

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
  await endEarlierTokens(db, [fernhill, harbour]);
  const tokens = {
    owner: await tokenFor(fernhill, 'Ines Duarte', 'owner'),
    member: await tokenFor(fernhill, 'Tomasz Wilk', 'member'),
    viewer: await tokenFor(fernhill, 'Aiko Mori', 'viewer'),
    otherWorkspace: await tokenFor(harbour, 'Samuel Okoro', 'owner'),
    smallPlan: await tokenFor(pocket.id, 'Lena Frost', 'owner'),
  };
  await givePasswords(db, fernhill);
  return tokens;
}

/** Set anew at each start, so that the one on the screen is right in a database of an older version too. */
async function givePasswords(db: Database, workspaceId: string): Promise<void> {
  const hash = await hashPassword(signIn.password);
  await db.ask(sql`
    with renewed as (
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

async function workspaceCalled(db: Database, name: string, plan: string): Promise<string> {
  const [found] = await db.ask<{ id: string }>(sql`select id from workspace where name = ${name}`);
  return found?.id ?? (await createWorkspace(db, name, plan)).id;
}

const endEarlierTokens = (db: Database, workspaceIds: string[]) =>
  db.ask(sql`
    update api_token set revoked_at = now()
    where workspace_id = any(${workspaceIds}::uuid[]) and name = ${tokenName} and revoked_at is null`);
