import { type Identity, unreadableSecret } from '../core/sign-in/identity.ts';
import { sql } from '../platform/db/index.ts';
import { ApiError, invalidField } from '../platform/error.ts';
import type { BrowserClient } from '../platform/http/endpoint-call.ts';

const maxFailures = 10;
const lockMinutes = 15;

/**
 * Six digits are an authenticator code, anything else is a backup code. Each works once. The
 * library counts wrong codes at sign-in; in a session they are counted here, towards the same lock.
 */
export async function checkSecondFactor(
  identity: Identity,
  client: BrowserClient,
  code: string,
): Promise<boolean> {
  const body = { code };
  const read = await identity.call(client, async (api, headers) => ({
    headers: new Headers(),
    response: await api.readSecondFactorCode({ body, headers }),
  }));
  if ('errorCode' in read) return handleRefusal(read.errorCode);
  const { userId, inSession, isLocked, step } = read.response;
  if (isLocked || (inSession && !(await countFailedCode(identity, userId)))) throw tooManyCodes();
  const isFromAuthenticator = /^\d{6}$/.test(code);
  if (isFromAuthenticator && step !== null && !(await useCodeStep(identity, userId, step)))
    return false;
  const result = await identity.call(client, (api, headers) =>
    isFromAuthenticator
      ? api.verifyTOTP({ body, headers, returnHeaders: true })
      : api.verifyBackupCode({ body, headers, returnHeaders: true }),
  );
  if ('errorCode' in result) return handleRefusal(result.errorCode);
  if (inSession) await clearFailedCodes(identity, userId);
  return true;
}

/** Returns false for a wrong code and throws for any other error. */
function handleRefusal(reason: string): false {
  if (reason === unreadableSecret)
    throw invalidField(
      'code',
      'cannot be checked, because the second factor can no longer be read. Ask the operator for a sign-in link, ' +
        'then remove the second factor and set it up again',
    );
  if (reason === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooManyCodes();
  return false;
}

/**
 * Counted before the code is checked, so that concurrent guesses count too. Returns false if
 * locked.
 */
const countFailedCode = async (identity: Identity, userId: string): Promise<boolean> => {
  const counted = await identity.rows(sql`
    with factor as (
      select "id", case when "lockedUntil" is null then coalesce("failedVerificationCount", 0) else 0 end as failures
      from "twoFactor"
      where "userId" = ${userId} and ("lockedUntil" is null or "lockedUntil" <= now())
      for update
    )
    update "twoFactor" set
      "failedVerificationCount" = failures + 1,
      "lockedUntil" = case when failures + 1 >= ${maxFailures}
        then now() + make_interval(mins => ${lockMinutes}) end
    from factor where "twoFactor"."id" = factor."id" returning 1`);
  return counted.length > 0;
};

const clearFailedCodes = (identity: Identity, userId: string) =>
  identity.rows(sql`
    update "twoFactor" set "failedVerificationCount" = 0, "lockedUntil" = null
    where "userId" = ${userId}`);

/** Returns false if this code or a later one was used before. */
const useCodeStep = async (identity: Identity, userId: string, step: number): Promise<boolean> => {
  const used = await identity.rows(sql`
    update "twoFactor" set "lastUsedStep" = ${step}
    where "userId" = ${userId} and coalesce("lastUsedStep", -1) < ${step} returning 1`);
  return used.length > 0;
};

const tooManyCodes = () =>
  new ApiError('rate_limited', 'Too many wrong codes. Wait 15 minutes, then try again.', {
    retryAfter: lockMinutes * 60,
  });
