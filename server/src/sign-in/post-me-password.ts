import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { fieldError } from '../platform/error.ts';
import { checkPassword, incorrectPassword } from './me.ts';
import type { SignInDeps } from './post-sign-in.ts';

type PasswordCall = ManageCall<'postMePassword', SignInDeps & { db: Database }>;

export async function postMePassword(call: PasswordCall): Promise<ManageResult<'postMePassword'>> {
  const { user, body, client, correlationId, deps } = call;
  if (body.password === undefined) return setFirstPassword(call);
  await checkPassword(deps, { user, client }, body.password);
  // The tokens are revoked before the password changes, so that the request can be repeated if this
  // fails.
  const endedTokens =
    body.revokeTokens && (await revokeTokens(deps.db, user.userId, correlationId));
  const changed = await deps.identity.call(client, (api, headers) =>
    api.changePassword({
      body: {
        currentPassword: body.password!,
        newPassword: body.newPassword,
        revokeOtherSessions: true,
      },
      headers,
      returnHeaders: true,
    }),
  );
  if ('errorCode' in changed) throw incorrectPassword();
  await deps.attempts.reset('password', user.userId, client.address);
  return typeof endedTokens === 'number' ? { tokensEnded: endedTokens } : {};
}

/** For users who signed in with a link, which counts as a password for a while. */
async function setFirstPassword({
  user,
  body,
  client,
  correlationId,
  deps: { identity, db },
}: PasswordCall): Promise<ManageResult<'postMePassword'>> {
  if (user.freshUntil < new Date())
    throw fieldError(
      'password',
      'You signed in too long ago to set a password. Ask your administrator for a new sign-in link.',
    );
  const set = await identity.call(client, (api, headers) =>
    api.setPassword({ body: { newPassword: body.newPassword }, headers, returnHeaders: true }),
  );
  if ('errorCode' in set) throw fieldError('password', 'Enter your current password.');
  if (!body.revokeTokens) return {};
  return { tokensEnded: await revokeTokens(db, user.userId, correlationId) };
}

async function revokeTokens(db: Database, userId: string, correlationId: string): Promise<number> {
  const [row] = await db.query<{ ended: number }>(
    sql`select revoke_tokens_of_user(${userId}, ${correlationId}) as ended`,
  );
  return row!.ended;
}
