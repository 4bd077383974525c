import { randomUUID } from 'node:crypto';
import type { Role } from '@outcrop/contract';
import { createToken } from '../src/accounts/tokens.ts';
import { addUser, createWorkspace } from '../src/accounts/workspaces.ts';
import type { Database } from '../src/platform/db/index.ts';

export interface TestUser {
  userId: string;
  token: string;
  tokenId: string;
}

export interface TestWorkspace {
  id: string;
  /** A new user of this role with a token of their own, and so with rate windows of their own. */
  user: (role: Role) => Promise<TestUser>;
  /** The secret of a new token of a new user. */
  token: (role: Role) => Promise<string>;
}

/** A workspace for one test. Tests share the database and never each other's workspaces. */
export async function testWorkspace(owner: Database, plan = 'scale'): Promise<TestWorkspace> {
  const { id } = await createWorkspace(owner, `Workspace ${randomUUID()}`, plan);
  const user = async (role: Role) =>
    owner.transaction(id, async (tx) => {
      const { id: userId } = await addUser(tx, {
        name: `A ${role}`,
        email: `${randomUUID()}@outcrop.example`,
        role,
      });
      const token = await createToken(tx, { cell: 'a', userId, name: 'test', expiresInDays: null });
      return { userId, token: token.secret, tokenId: token.id };
    });
  return { id, user, token: async (role) => (await user(role)).token };
}
