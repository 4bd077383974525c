import type { Tx } from '../../platform/db/index.ts';
import { notFound } from '../../platform/error.ts';
import { isMember, lockMember } from './members.sql.ts';

/** 404 if the user is not a member. */
export async function requireMember(tx: Tx, userId: string): Promise<void> {
  if (!(await isMember(tx, userId))) throw notFound('member', userId);
}

/** Like `requireMember`, and the user stays a member until the transaction ends. */
export async function requireLockedMember(tx: Tx, userId: string): Promise<void> {
  if (!(await lockMember(tx, userId))) throw notFound('member', userId);
}
