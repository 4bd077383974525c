import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@outcrop/contract';
import type { Database, Tx } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/error.ts';
import { rolesToInvite } from './invitation-rules.ts';
import { endInvitationsOf } from './members.sql.ts';
import * as store from './workspaces.sql.ts';

export async function createWorkspace(
  db: Database,
  name: string,
  planId: string,
): Promise<{ id: string; name: string; plan: string }> {
  const id = randomUUIDv7();
  const created = await db.transaction(id, (tx) => store.insertWorkspace(tx, name, planId));
  if (created === 0) throw new ApiError('not_found', `There is no plan "${planId}".`);
  return { id, name, plan: planId };
}

/** Adds a user to the workspace. An existing user with the same email is reused. */
export async function addUser(
  tx: Tx,
  person: { name: string; email: string; role: Role },
): Promise<{ id: string; role: Role }> {
  const id = await store.upsertUser(tx, randomUUIDv7(), person.name, person.email);
  const role = await store.insertMember(tx, id, person.role);
  if (role === undefined) throw noSuchWorkspace();
  return { id, role };
}

export async function changeRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await lockWorkspace(tx);
  if ((await store.updateRole(tx, userId, role)) === 0) throw noSuchMember();
  await endInvitationsOf(tx, userId, rolesToInvite(role));
}

/** Removes a member, and with them their tokens and open invitations in the workspace. */
export async function removeMember(tx: Tx, userId: string): Promise<void> {
  await lockWorkspace(tx);
  if ((await store.deleteMember(tx, userId)) === 0) throw noSuchMember();
  await endInvitationsOf(tx, userId, []);
}

/**
 * Required to create tokens or revoke several. Otherwise a token created during a revocation of all
 * tokens would survive.
 */
export async function lockWorkspace(tx: Tx): Promise<void> {
  if ((await store.lockWorkspace(tx)) === 0) throw noSuchWorkspace();
}

const noSuchWorkspace = () => new ApiError('not_found', 'There is no such workspace.');
const noSuchMember = () => new ApiError('not_found', 'This user is not a member of the workspace.');
