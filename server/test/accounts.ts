import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint, Role } from '@outcrop/contract';
import { createToken } from '../src/accounts/tokens.ts';
import { addUser, createWorkspace } from '../src/accounts/workspaces.ts';
import { readConfig } from '../src/config.ts';
import { cookieNames, signedToken } from '../src/identity/cookies.ts';
import { hashPassword } from '../src/identity/passwords.ts';
import { type Database, sql } from '../src/platform/db/index.ts';
import type { Browser, Credential } from './call.ts';

export interface TestUser {
  userId: string;
  token: string;
  tokenId: string;
}

/** Someone who is signed in, and means their workspace. */
export interface TestSession extends Browser {
  userId: string;
  sessionId: string;
  email: string;
}

export interface TestWorkspace {
  id: string;
  name: string;
  /** A new user of this role with a token of their own, and so with rate windows of their own. */
  user: (role: Role) => Promise<TestUser>;
  /** The secret of a new token of a new user. */
  token: (role: Role) => Promise<string>;
  /** A new user of this role who is signed in and has just given their password. */
  session: (role: Role) => Promise<TestSession>;
  /** Whoever may call this line, with the lowest role that may. */
  callerOf: (line: Endpoint, role?: Role) => Promise<Credential>;
}

/** The password of everyone who signs in during tests; that of the contract's examples. */
export const password = 'seven quiet herons';
let hashed: Promise<string> | undefined;

/** A workspace for one test. Tests share the database and never each other's workspaces. */
export async function testWorkspace(owner: Database, plan = 'scale'): Promise<TestWorkspace> {
  const { id, name } = await createWorkspace(owner, `Workspace ${randomUUID()}`, plan);
  return { name, ...membersOf(owner, id) };
}

export function membersOf(owner: Database, id: string): Omit<TestWorkspace, 'name'> {
  const person = (role: Role) => {
    const email = `${randomUUID()}@outcrop.example`;
    return { name: `A ${role}`, email, role };
  };
  const user = (role: Role) =>
    owner.transaction(id, async (tx) => {
      const { id: userId } = await addUser(tx, person(role));
      const token = await createToken(tx, { cell: 'a', userId, name: 'test', expiresInDays: null });
      return { userId, token: token.secret, tokenId: token.id };
    });
  const session = async (role: Role) => {
    const { email, ...rest } = person(role);
    const { id: userId } = await owner.transaction(id, (tx) => addUser(tx, { email, ...rest }));
    await givePassword(owner, userId);
    return { ...(await signIn(owner, userId)), userId, email, workspaceId: id };
  };
  const token = async (role: Role) => (await user(role)).token;
  return {
    id,
    user,
    token,
    session,
    callerOf: async ({ by, role: needed }, role = needed) =>
      by === 'session' ? session(role) : by === 'anyone' ? visitor() : token(role),
  };
}

/** Someone who has not signed in, at an address of their own, and so with limits of their own. */
export const visitor = (): Browser => {
  const [a, b, c] = randomBytes(3);
  return { address: `127.${a}.${b}.${c! || 2}` };
};

async function givePassword(owner: Database, userId: string): Promise<void> {
  hashed ??= hashPassword(password);
  await owner.ask(sql`
    insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt")
    values (${userId}, 'credential', ${userId}, ${await hashed}, now())`);
}

/** A new session of the user, as if they had just signed in. */
export async function signIn(
  owner: Database,
  userId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const secret = randomBytes(16).toString('hex');
  const [row] = await owner.ask<{ id: string }>(sql`
    insert into auth."session" ("token", "userId", "expiresAt", "updatedAt")
    values (${secret}, ${userId}, now() + interval '1 hour', now()) returning "id"`);
  return { sessionId: row!.id, cookie: cookieOf(secret) };
}

/** The cookie that the browser would have for a session's token. */
export const cookieOf = (token: string): string =>
  `${cookieNames(false).session}=${signedToken(token, readConfig().SESSION_SECRET![0]!)}`;
