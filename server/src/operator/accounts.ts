import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@outcrop/contract';
import { removeMember } from '../core/members/remove-member.ts';
import { hashCode, linkIdentifier, newCode } from '../core/sign-in/one-time-links.ts';
import { rolesToInvite } from '../core/workspaces/invitation-rules.ts';
import { lockWorkspace, noSuchWorkspace } from '../core/workspaces/lock-workspace.ts';
import { endInvitationsOf, isMember } from '../core/workspaces/members.sql.ts';
import {
  insertMember,
  insertWorkspace,
  updateMemberRole,
} from '../core/workspaces/workspaces.sql.ts';
import { type Database, type Sql, sql, type Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';

export async function createWorkspace(
  db: Database,
  name: string,
  planId: string,
): Promise<{ id: string; name: string; plan: string }> {
  const id = randomUUIDv7();
  const created = await db.transaction(id, (tx) => insertWorkspace(tx, name, planId));
  if (created === 0) throw new ApiError('not_found', `There is no plan "${planId}".`);
  return { id, name, plan: planId };
}

/** Adds a user to the workspace. An existing user with the same email is reused. */
export async function addUser(
  tx: Tx,
  person: { name: string; email: string; role: Role },
): Promise<{ id: string; role: Role }> {
  const id = await upsertUser(tx, randomUUIDv7(), person.name, person.email);
  const role = await insertMember(tx, id, person.role);
  if (role === undefined) throw noSuchWorkspace();
  return { id, role };
}

export async function changeRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await lockWorkspace(tx);
  if ((await updateMemberRole(tx, userId, role)) === 0) throw noSuchMember();
  await endInvitationsOf(tx, userId, rolesToInvite(role));
}

/** Removes a member. What they owned goes to the member with the highest role, the oldest first. */
export async function removeUser(tx: Tx, userId: string): Promise<void> {
  await lockWorkspace(tx);
  if (!(await isMember(tx, userId))) throw noSuchMember();
  await removeMember(tx, userId, null, null);
}

const noSuchMember = () => new ApiError('not_found', 'This user is not a member of the workspace.');

export const upsertPlan = (
  id: string,
  name: string,
  imports: number,
  credits: number,
  allowsEnrichment: boolean,
  /** Null keeps the storage of an existing plan. */
  storageMb: number | null = null,
): Sql => sql`
  insert into plan (id, name, monthly_imports, monthly_credits, allows_enrichment, max_stored_bytes)
  values (${id}, ${name}, ${imports}, ${credits}, ${allowsEnrichment},
          coalesce(${storageMb}::bigint, 2000) * 1000000)
  on conflict (id) do update
  set name = excluded.name, monthly_imports = excluded.monthly_imports,
      monthly_credits = excluded.monthly_credits, allows_enrichment = excluded.allows_enrichment,
      max_stored_bytes = coalesce(${storageMb}::bigint * 1000000, plan.max_stored_bytes)
  returning (max_stored_bytes / 1000000)::int as "storageMb"`;

async function upsertUser(tx: Tx, id: string, name: string, email: string): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into auth."user" (id, name, email) values (${id}, ${name}, ${email.toLowerCase()})
    on conflict (email) do update set name = excluded.name
    returning id`);
  return row!.id;
}

/**
 * Creates a code that signs a user in once, within an hour, without password or second factor.
 * Requires the database owner.
 */
export async function createSignInCode(owner: Database, email: string): Promise<string> {
  const code = newCode();
  const created = await owner.query(sql`
    insert into auth."verification" ("identifier", "value", "expiresAt")
    select ${linkIdentifier(hashCode(code))}, u."id"::text, now() + interval '1 hour'
    from auth."user" u
    where u."email" = ${email.toLowerCase()}
      and not exists (select from member m where m.user_id = u."id" and m.kind = 'integration')
    returning 1`);
  if (created.length === 0)
    throw new ApiError('not_found', `No user who can sign in has the address ${email}.`);
  return code;
}
