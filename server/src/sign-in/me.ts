import { freshMinutes, type ManageData, type manageEndpoints, type Role } from '@outcrop/contract';
import { type Database, sql } from '../platform/db/index.ts';
import { refused } from '../platform/error.ts';
import type { OpenCall, Person } from '../platform/http/call.ts';
import type { Door } from './post-sign-in.ts';
import { checkSecondFactor } from './second-factor-code.ts';

/** What is known of the person beyond their session; it came with the session's own look-up. */
export interface Me extends Person {
  user: { name: string; email: string };
  twoFactor: boolean;
}

interface WorkspaceRow {
  id: string;
  name: string;
  role: Role;
  plan_id: string;
  plan_name: string;
}

export const getMe =
  ({ identity, db }: Door & { db: Database }) =>
  async ({ person }: OpenCall<typeof manageEndpoints.getMe, Me>): Promise<ManageData<'getMe'>> => {
    const [workspaces, [account]] = await Promise.all([
      db.ask<WorkspaceRow>(sql`select * from workspaces_of_user(${person.userId})`),
      identity.rows<{ hasPassword: boolean }>(sql`
        select exists (
          select from "account" where "userId" = ${person.userId} and "password" is not null
        ) as "hasPassword"`),
    ]);
    return {
      user: { id: person.userId, ...person.user },
      twoFactor: person.twoFactor,
      hasPassword: account!.hasPassword,
      freshUntil: person.freshUntil.toISOString(),
      workspaces: workspaces.map(({ plan_id, plan_name, ...workspace }) => ({
        ...workspace,
        plan: { id: plan_id, name: plan_name },
      })),
    };
  };

export const postMeFresh =
  (door: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMeFresh, Me>): Promise<ManageData<'postMeFresh'>> => {
    await checkPassword(door, { person, visit }, body.password);
    if (person.twoFactor) {
      if (body.code === undefined)
        throw refused('code', 'Enter the code from your authenticator, or a backup code.');
      if (!(await checkSecondFactor(door.identity, visit, body.code))) throw wrongCode();
    }
    await door.attempts.succeeded('password', person.userId, visit.address);
    const [row] = await door.identity.rows<{ freshAt: Date }>(sql`
      update "session" set "freshAt" = now() where "id" = ${person.sessionId} returning "freshAt"`);
    // It was ended while the password was typed: what is fresh then is of no use any more.
    const freshAt = row?.freshAt ?? new Date();
    return { freshUntil: new Date(freshAt.getTime() + freshMinutes * 60_000).toISOString() };
  };

type Visitor = Pick<OpenCall<typeof manageEndpoints.postMeFresh, Person>, 'person' | 'visit'>;

export async function requirePassword(door: Door, visitor: Visitor, password: string) {
  await checkPassword(door, visitor, password);
  await door.attempts.succeeded('password', visitor.person.userId, visitor.visit.address);
}

/** Counted like a sign-in: a session left open must not be a place to guess the password. */
export async function checkPassword(
  { identity, attempts }: Door,
  { person, visit }: Visitor,
  password: string,
): Promise<void> {
  await attempts.allow('password', person.userId, visit.address);
  const asked = await identity.ask(visit, (api, headers) =>
    api.verifyPassword({ body: { password }, headers, returnHeaders: true }),
  );
  if ('refused' in asked) throw wrongPassword();
}

export const wrongPassword = () => refused('password', 'Incorrect password.');
export const wrongCode = () =>
  refused('code', 'Incorrect code. Enter the newest one: each code works once.');
