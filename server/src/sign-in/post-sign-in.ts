import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { hashCode } from '../identity/codes.ts';
import type { Identity } from '../identity/identity.ts';
import { linkIdentifier } from '../identity/one-time-links.ts';
import { ApiError, refused } from '../platform/error.ts';
import type { OpenCall, Person } from '../platform/http/call.ts';
import type { Attempts } from './attempts.ts';
import { checkSecondFactor } from './second-factor-code.ts';

export interface Door {
  identity: Identity;
  attempts: Attempts;
}

/** One sentence for a wrong password and an unknown address, told after the same time. */
const wrong = () =>
  new ApiError(
    'unauthorized',
    'Incorrect email address or password. Check both, or ask for a new password.',
  );

export const postSignIn =
  ({ identity, attempts }: Door) =>
  async ({
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postSignIn>): Promise<ManageData<'postSignIn'>> => {
    await attempts.allow('password', body.email, visit.address);
    const asked = await identity.ask(identity.asGuest(visit), (api, headers) =>
      api.signInEmail({ body, headers, returnHeaders: true }),
    );
    if ('refused' in asked) throw wrong();
    await attempts.succeeded('password', body.email, visit.address);
    return { secondFactor: 'twoFactorRedirect' in asked.answer };
  };

/** The library counts wrong codes, for each sign-in and for each account. */
export const postSignInSecondFactor =
  ({ identity }: Door) =>
  async ({
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postSignInSecondFactor>): Promise<
    ManageData<'postSignInSecondFactor'>
  > => {
    if (!(await checkSecondFactor(identity, identity.asGuest(visit), body.code)))
      throw new ApiError(
        'unauthorized',
        'Incorrect code, or the sign-in took too long. Enter the newest code, or sign in again.',
      );
    return {};
  };

export const postSignInLink =
  ({ identity }: Door) =>
  async ({
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postSignInLink>): Promise<ManageData<'postSignInLink'>> => {
    const identifier = linkIdentifier(hashCode(body.code));
    const asked = await identity.ask(identity.asGuest(visit), (api, headers) =>
      api.signInByLink({ body: { identifier }, headers, returnHeaders: true }),
    );
    if ('refused' in asked) throw usedUp();
    return {};
  };

export const postSignOut =
  ({ identity }: Door) =>
  async ({
    visit,
  }: OpenCall<typeof manageEndpoints.postSignOut, Person>): Promise<ManageData<'postSignOut'>> => {
    await identity.ask(visit, (api, headers) => api.signOut({ headers, returnHeaders: true }));
    return {};
  };

export const usedUp = () =>
  refused('code', 'This link has expired or was already used. Ask for a new one.');
