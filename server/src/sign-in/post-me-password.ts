import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { type Database, sql } from '../platform/db/index.ts';
import { refused } from '../platform/error.ts';
import type { OpenCall } from '../platform/http/call.ts';
import { checkPassword, type Me, wrongPassword } from './me.ts';
import type { Door } from './post-sign-in.ts';

type PasswordCall = OpenCall<typeof manageEndpoints.postMePassword, Me>;

export const postMePassword =
  (door: Door & { db: Database }) =>
  async (call: PasswordCall): Promise<ManageData<'postMePassword'>> => {
    const { person, body, visit, correlationId } = call;
    if (body.password === undefined) return setFirstPassword(door, call);
    await checkPassword(door, { person, visit }, body.password);
    // Before the password changes: when that fails, the same request can be sent again.
    const ended = body.revokeTokens && (await revokeTokens(door.db, person.userId, correlationId));
    const changed = await door.identity.ask(visit, (api, headers) =>
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
    if ('refused' in changed) throw wrongPassword();
    await door.attempts.succeeded('password', person.userId, visit.address);
    return typeof ended === 'number' ? { tokensEnded: ended } : {};
  };

/** For those who came by a link, which is as good as a password for a while. */
async function setFirstPassword(
  { identity, db }: Door & { db: Database },
  { person, body, visit, correlationId }: PasswordCall,
): Promise<ManageData<'postMePassword'>> {
  if (person.freshUntil < new Date())
    throw refused(
      'password',
      'It is too long since you signed in to set a password. Ask for a new sign-in link.',
    );
  const set = await identity.ask(visit, (api, headers) =>
    api.setPassword({ body: { newPassword: body.newPassword }, headers, returnHeaders: true }),
  );
  if ('refused' in set) throw refused('password', 'Enter your current password.');
  if (!body.revokeTokens) return {};
  return { tokensEnded: await revokeTokens(db, person.userId, correlationId) };
}

async function revokeTokens(db: Database, userId: string, correlationId: string): Promise<number> {
  const [row] = await db.ask<{ ended: number }>(
    sql`select revoke_tokens_of_user(${userId}, ${correlationId}) as ended`,
  );
  return row!.ended;
}
