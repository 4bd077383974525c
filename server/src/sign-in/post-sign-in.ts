import { errorMessages, type ManageResult } from '@outcrop/contract';
import type { AttemptLimiter } from '../core/sign-in/attempt-limiter.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Identity } from '../core/sign-in/identity.ts';
import { hashCode, linkIdentifier } from '../core/sign-in/one-time-links.ts';
import { ApiError, fieldError } from '../platform/error.ts';
import { checkSecondFactor } from './second-factor-code.ts';

export interface SignInDeps {
  identity: Identity;
  attempts: AttemptLimiter;
}

/** The same response, after the same time, for a wrong password and an unknown address. */
const incorrectCredentials = () => new ApiError('unauthorized', errorMessages.incorrectPassword);

export async function postSignIn({
  body,
  client,
  deps: { identity, attempts },
}: ManageCall<'postSignIn', SignInDeps>): Promise<ManageResult<'postSignIn'>> {
  await attempts.allow('password', body.email, client.address);
  const result = await identity.call(identity.withoutSession(client), (api, headers) =>
    api.signInEmail({ body, headers, returnHeaders: true }),
  );
  if ('errorCode' in result) throw incorrectCredentials();
  await attempts.reset('password', body.email, client.address);
  return { secondFactor: 'twoFactorRedirect' in result.response };
}

/** The library limits wrong codes per sign-in and per account. */
export async function postSignInSecondFactor({
  body,
  client,
  deps: { identity },
}: ManageCall<'postSignInSecondFactor', SignInDeps>): Promise<
  ManageResult<'postSignInSecondFactor'>
> {
  if (!(await checkSecondFactor(identity, identity.withoutSession(client), body.code)))
    throw new ApiError('unauthorized', errorMessages.incorrectCode);
  return {};
}

export async function postSignInLink({
  body,
  client,
  deps: { identity },
}: ManageCall<'postSignInLink', SignInDeps>): Promise<ManageResult<'postSignInLink'>> {
  const identifier = linkIdentifier(hashCode(body.code));
  const result = await identity.call(identity.withoutSession(client), (api, headers) =>
    api.signInByLink({ body: { identifier }, headers, returnHeaders: true }),
  );
  if ('errorCode' in result) throw linkExpired();
  return {};
}

export async function postSignOut({
  client,
  deps: { identity },
}: ManageCall<'postSignOut', SignInDeps>): Promise<ManageResult<'postSignOut'>> {
  await identity.call(client, (api, headers) => api.signOut({ headers, returnHeaders: true }));
  return {};
}

export const linkExpired = () =>
  fieldError('code', 'This link has expired or was already used. Request a new one.');
