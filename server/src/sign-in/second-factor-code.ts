import type { Identity } from '../identity/identity.ts';
import { ApiError } from '../platform/error.ts';
import type { Visit } from '../platform/http/call.ts';

/** Six digits come from an authenticator, anything else is a backup code. */
export async function checkSecondFactor(
  identity: Identity,
  visit: Visit,
  code: string,
): Promise<boolean> {
  const body = { code };
  const asked = await identity.ask(visit, (api, headers) =>
    /^\d{6}$/.test(code)
      ? api.verifyTOTP({ body, headers, returnHeaders: true })
      : api.verifyBackupCode({ body, headers, returnHeaders: true }),
  );
  if ('answer' in asked) return true;
  if (asked.refused === 'ACCOUNT_TEMPORARILY_LOCKED')
    throw new ApiError('rate_limited', 'Too many wrong codes. Wait 15 minutes, then try again.', {
      retryAfter: 900,
    });
  return false;
}
