import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { hashCode } from '../core/sign-in/codes.ts';
import type { Identity } from '../core/sign-in/identity.ts';
import { linkIdentifier } from '../core/sign-in/one-time-links.ts';
import { ApiError, fieldError } from '../platform/error.ts';
import type { CallWithoutWorkspace, SessionUser } from '../platform/http/call.ts';
import type { AttemptLimiter } from './attempts.ts';
import { checkSecondFactor } from './second-factor-code.ts';

export interface SignInDeps {
  identity: Identity;
  attempts: AttemptLimiter;
}

/** The same response, after the same time, for a wrong password and an unknown address. */
const incorrectCredentials = () =>
  new ApiError(
    'unauthorized',
    'Incorrect email address or password. Check both, or reset your password.',
  );

export const postSignIn =
  ({ identity, attempts }: SignInDeps) =>
  async ({
    body,
    client,
  }: CallWithoutWorkspace<typeof manageEndpoints.postSignIn>): Promise<
    ManageData<'postSignIn'>
  > => {
    await attempts.allow('password', body.email, client.address);
    const result = await identity.call(identity.withoutSession(client), (api, headers) =>
      api.signInEmail({ body, headers, returnHeaders: true }),
    );
    if ('errorCode' in result) throw incorrectCredentials();
    await attempts.reset('password', body.email, client.address);
    return { secondFactor: 'twoFactorRedirect' in result.response };
  };

/** The library limits wrong codes per sign-in and per account. */
export const postSignInSecondFactor =
  ({ identity }: SignInDeps) =>
  async ({
    body,
    client,
  }: CallWithoutWorkspace<typeof manageEndpoints.postSignInSecondFactor>): Promise<
    ManageData<'postSignInSecondFactor'>
  > => {
    if (!(await checkSecondFactor(identity, identity.withoutSession(client), body.code)))
      throw new ApiError(
        'unauthorized',
        'Incorrect code, or the sign-in took too long. Enter the newest code, or sign in again.',
      );
    return {};
  };

export const postSignInLink =
  ({ identity }: SignInDeps) =>
  async ({
    body,
    client,
  }: CallWithoutWorkspace<typeof manageEndpoints.postSignInLink>): Promise<
    ManageData<'postSignInLink'>
  > => {
    const identifier = linkIdentifier(hashCode(body.code));
    const result = await identity.call(identity.withoutSession(client), (api, headers) =>
      api.signInByLink({ body: { identifier }, headers, returnHeaders: true }),
    );
    if ('errorCode' in result) throw linkExpired();
    return {};
  };

export const postSignOut =
  ({ identity }: SignInDeps) =>
  async ({
    client,
  }: CallWithoutWorkspace<typeof manageEndpoints.postSignOut, SessionUser>): Promise<
    ManageData<'postSignOut'>
  > => {
    await identity.call(client, (api, headers) => api.signOut({ headers, returnHeaders: true }));
    return {};
  };

export const linkExpired = () =>
  fieldError('code', 'This link has expired or was already used. Request a new one.');
