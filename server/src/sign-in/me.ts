import { freshMinutes, type ManageData, type manageEndpoints, type Role } from '@outcrop/contract';
import { type Database, sql } from '../platform/db/index.ts';
import { invalid } from '../platform/error.ts';
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
    await requirePassword(door, { person, visit }, body.password);
    if (person.twoFactor) {
      if (body.code === undefined) throw invalid('code', 'is required with a second factor');
      if (!(await checkSecondFactor(door.identity, visit, body.code)))
        throw invalid('code', 'is not right');
    }
    const [row] = await door.identity.rows<{ freshAt: Date }>(sql`
      update "session" set "freshAt" = now() where "id" = ${person.sessionId} returning "freshAt"`);
    // It was ended while the password was typed: what is fresh then is of no use any more.
    const freshAt = row?.freshAt ?? new Date();
    return { freshUntil: new Date(freshAt.getTime() + freshMinutes * 60_000).toISOString() };
  };

export const postMePassword =
  (door: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMePassword, Me>): Promise<
    ManageData<'postMePassword'>
  > => {
    const { password, newPassword } = body;
    const { identity, attempts } = door;
    if (password === undefined) {
      // Only for someone who has none. They came by a link, which is as good as a password for a while.
      if (person.freshUntil < new Date())
        throw invalid('password', 'cannot be set so long after signing in; come by a new link');
      const set = await identity.ask(visit, (api, headers) =>
        api.setPassword({ body: { newPassword }, headers, returnHeaders: true }),
      );
      if ('refused' in set) throw invalid('password', 'is required: it is the present one');
      return {};
    }
    await attempts.allow('password', person.userId, visit.address);
    const changed = await identity.ask(visit, (api, headers) =>
      api.changePassword({
        body: { currentPassword: password, newPassword, revokeOtherSessions: true },
        headers,
        returnHeaders: true,
      }),
    );
    if ('refused' in changed) throw wrongPassword();
    await attempts.succeeded('password', person.userId, visit.address);
    return {};
  };

/** Counted like a sign-in: a session left open must not be a place to guess the password. */
export async function requirePassword(
  { identity, attempts }: Door,
  { person, visit }: Pick<OpenCall<typeof manageEndpoints.postMeFresh, Person>, 'person' | 'visit'>,
  password: string,
): Promise<void> {
  await attempts.allow('password', person.userId, visit.address);
  const asked = await identity.ask(visit, (api, headers) =>
    api.verifyPassword({ body: { password }, headers, returnHeaders: true }),
  );
  if ('refused' in asked) throw wrongPassword();
  await attempts.succeeded('password', person.userId, visit.address);
}

const wrongPassword = () => invalid('password', 'is not right');
