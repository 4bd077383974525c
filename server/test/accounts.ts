import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint, Role } from '@outcrop/contract';
import { readConfig } from '../src/config.ts';
import { hashPassword } from '../src/core/sign-in/passwords.ts';
import { cookieNames, signToken } from '../src/core/sign-in/sign-in-library.ts';
import { addUser, createWorkspace } from '../src/operator/accounts.ts';
import { type Database, sql } from '../src/platform/db/index.ts';
import { createToken } from '../src/tokens/tokens.ts';
import type { BrowserCredential, RequestCredential } from './send-request.ts';

export interface TestUser {
  userId: string;
  token: string;
  tokenId: string;
}

/** A signed-in user in their workspace. */
export interface TestSession extends BrowserCredential {
  userId: string;
  sessionId: string;
  email: string;
}

export interface TestWorkspace {
  id: string;
  name: string;
  /** Creates a user with this role and a token, and thus with separate rate limits. */
  user: (role: Role) => Promise<TestUser>;
  /** Creates a user with this role, and returns the secret of a new token. */
  token: (role: Role) => Promise<string>;
  /** Creates a user with this role and a new session. */
  session: (role: Role) => Promise<TestSession>;
  /** Creates a caller for this endpoint, by default with the lowest role that may call it. */
  callerFor: (endpoint: Endpoint, role?: Role) => Promise<RequestCredential>;
}

/** The password of all test users, as in the examples of the contract. */
export const testPassword = 'seven quiet herons';
let passwordHash: Promise<string> | undefined;

/** Creates a workspace for one test. Tests share the database, but not workspaces. */
export async function testWorkspace(owner: Database, plan = 'scale'): Promise<TestWorkspace> {
  const { id, name } = await createWorkspace(owner, `Workspace ${randomUUID()}`, plan);
  return { name, ...existingWorkspace(owner, id) };
}

export function existingWorkspace(owner: Database, id: string): Omit<TestWorkspace, 'name'> {
  const newUser = (role: Role) => {
    const email = `${randomUUID()}@outcrop.example`;
    return { name: `A ${role}`, email, role };
  };
  const user = (role: Role) =>
    owner.transaction(id, async (tx) => {
      const { id: userId } = await addUser(tx, newUser(role));
      const token = await createToken(tx, { cell: 'a', userId, name: 'test', expiresInDays: null });
      return { userId, token: token.secret, tokenId: token.id };
    });
  const session = async (role: Role) => {
    const { email, ...rest } = newUser(role);
    const { id: userId } = await owner.transaction(id, (tx) => addUser(tx, { email, ...rest }));
    await setPassword(owner, userId);
    return { ...(await signIn(owner, userId)), userId, email, workspaceId: id };
  };
  const token = async (role: Role) => (await user(role)).token;
  return {
    id,
    user,
    token,
    session,
    callerFor: async ({ access, role: needed }, role = needed) =>
      access === 'session' ? session(role) : access === 'anyone' ? newVisitor() : token(role),
  };
}

/** An anonymous visitor with a random IP address, and thus with separate rate limits. */
export const newVisitor = (): BrowserCredential => {
  const [a, b, c] = randomBytes(3);
  return { address: `127.${a}.${b}.${c! || 2}` };
};

/** A member who can own a mailbox: the oldest one, or a new integration user, who gets no notifications. */
export async function anyMember(owner: Database, workspaceId: string): Promise<string> {
  const [member] = await owner.query<{ id: string }>(sql`
    with known as (
      select user_id as id from member where workspace_id = ${workspaceId}
      order by created_at, user_id limit 1),
    account as (
      insert into auth."user" ("id", "name", "email")
      select gen_random_uuid(), 'Mailbox owner', ${`${randomUUID()}@integration.invalid`}
      where not exists (select from known) returning "id"),
    added as (
      insert into member (workspace_id, user_id, role, kind)
      select ${workspaceId}, "id", 'viewer', 'integration' from account returning user_id as id)
    select id from known union all select id from added`);
  return member!.id;
}

async function setPassword(owner: Database, userId: string): Promise<void> {
  passwordHash ??= hashPassword(testPassword);
  await owner.query(sql`
    insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt")
    values (${userId}, 'credential', ${userId}, ${await passwordHash}, now())`);
}

/** Creates a session for the user, as if they had just signed in. */
export async function signIn(
  owner: Database,
  userId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const secret = randomBytes(16).toString('hex');
  const [row] = await owner.query<{ id: string }>(sql`
    insert into auth."session" ("token", "userId", "expiresAt", "updatedAt")
    values (${secret}, ${userId}, now() + interval '1 hour', now()) returning "id"`);
  return { sessionId: row!.id, cookie: sessionCookie(secret) };
}

/** The browser's cookie for a session token. */
export const sessionCookie = (token: string): string =>
  `${cookieNames(false).session}=${signToken(token, readConfig().SESSION_SECRET![0]!)}`;
