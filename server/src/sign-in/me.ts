import { freshMinutes, type ManageResult, type Role } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { fieldError } from '../platform/error.ts';
import type { SignInDeps } from './post-sign-in.ts';
import { checkSecondFactor } from './second-factor-code.ts';

interface WorkspaceRow {
  id: string;
  name: string;
  role: Role;
  plan_id: string;
  plan_name: string;
}

export async function getMe({
  user,
  deps: { identity, db },
}: ManageCall<'getMe', SignInDeps & { db: Database }>): Promise<ManageResult<'getMe'>> {
  const [workspaces, [account]] = await Promise.all([
    db.query<WorkspaceRow>(sql`select * from workspaces_of_user(${user.userId})`),
    identity.rows<{ hasPassword: boolean }>(sql`
      select exists (
        select from "account" where "userId" = ${user.userId} and "password" is not null
      ) as "hasPassword"`),
  ]);
  return {
    user: { id: user.userId, ...user.user },
    twoFactor: user.twoFactor,
    hasPassword: account!.hasPassword,
    freshUntil: user.freshUntil,
    workspaces: workspaces.map(({ plan_id, plan_name, ...workspace }) => ({
      ...workspace,
      plan: { id: plan_id, name: plan_name },
    })),
  };
}

export async function patchMe({
  user,
  body,
  deps: { identity },
}: ManageCall<'patchMe', SignInDeps>): Promise<ManageResult<'patchMe'>> {
  await identity.rows(sql`
    update "user" set "name" = ${body.name}, "updatedAt" = now() where "id" = ${user.userId}`);
  return { user: { id: user.userId, ...user.user, name: body.name } };
}

export async function postMeFresh({
  user,
  body,
  client,
  deps,
}: ManageCall<'postMeFresh', SignInDeps>): Promise<ManageResult<'postMeFresh'>> {
  await checkPassword(deps, { user, client }, body.password);
  if (user.twoFactor) {
    if (body.code === undefined)
      throw fieldError('code', 'Enter the code from your authenticator, or a backup code.');
    if (!(await checkSecondFactor(deps.identity, client, body.code))) throw incorrectCode();
  }
  await deps.attempts.reset('password', user.userId, client.address);
  const [row] = await deps.identity.rows<{ freshAt: Date }>(sql`
    update "session" set "freshAt" = now() where "id" = ${user.sessionId} returning "freshAt"`);
  // The session may have ended in the meantime; the result is then useless anyway.
  const freshAt = row?.freshAt ?? new Date();
  return { freshUntil: new Date(freshAt.getTime() + freshMinutes * 60_000) };
}

type SignedInClient = Pick<ManageCall<'postMeFresh'>, 'user' | 'client'>;

export async function requirePassword(
  deps: SignInDeps,
  signedIn: SignedInClient,
  password: string,
) {
  await checkPassword(deps, signedIn, password);
  await deps.attempts.reset('password', signedIn.user.userId, signedIn.client.address);
}

/** Limited like a sign-in, so that an open session cannot be used to guess the password. */
export async function checkPassword(
  { identity, attempts }: SignInDeps,
  { user, client }: SignedInClient,
  password: string,
): Promise<void> {
  await attempts.allow('password', user.userId, client.address);
  const result = await identity.call(client, (api, headers) =>
    api.verifyPassword({ body: { password }, headers, returnHeaders: true }),
  );
  if ('errorCode' in result) throw incorrectPassword();
}

export const incorrectPassword = () => fieldError('password', 'Incorrect password.');
export const incorrectCode = () =>
  fieldError('code', 'Incorrect code. Enter the newest one: each code works once.');
