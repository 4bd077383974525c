import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { fieldError } from '../platform/error.ts';
import { incorrectCode, requirePassword } from './me.ts';
import type { SignInDeps } from './post-sign-in.ts';
import { checkSecondFactor } from './second-factor-code.ts';

const alreadySetUp = 'A second factor is already set up. Remove it first.';

export async function postMeSecondFactor({
  user,
  body,
  client,
  deps,
}: ManageCall<'postMeSecondFactor', SignInDeps>): Promise<ManageResult<'postMeSecondFactor'>> {
  await requirePassword(deps, { user, client }, body.password);
  const result = await deps.identity.call(client, (api, headers) =>
    api.enableTwoFactor({
      body: { password: body.password, method: 'totp' },
      headers,
      returnHeaders: true,
    }),
  );
  if ('errorCode' in result || result.response.method !== 'totp')
    throw fieldError('password', alreadySetUp);
  const { totpURI: uri, backupCodes } = result.response;
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', backupCodes };
}

export async function postMeSecondFactorConfirm({
  user,
  body,
  client,
  deps: { identity, attempts },
}: ManageCall<'postMeSecondFactorConfirm', SignInDeps>): Promise<
  ManageResult<'postMeSecondFactorConfirm'>
> {
  if (user.twoFactor) throw fieldError('code', alreadySetUp);
  await attempts.allow('second factor', user.userId, client.address);
  if (!/^\d{6}$/.test(body.code) || !(await checkSecondFactor(identity, client, body.code)))
    throw incorrectCode();
  return {};
}

export async function postMeSecondFactorRemove({
  user,
  body,
  client,
  deps,
}: ManageCall<'postMeSecondFactorRemove', SignInDeps>): Promise<
  ManageResult<'postMeSecondFactorRemove'>
> {
  await requirePassword(deps, { user, client }, body.password);
  await deps.identity.call(client, (api, headers) =>
    api.disableTwoFactor({ body, headers, returnHeaders: true }),
  );
  return {};
}

export async function postMeBackupCodes({
  user,
  body,
  client,
  deps,
}: ManageCall<'postMeBackupCodes', SignInDeps>): Promise<ManageResult<'postMeBackupCodes'>> {
  await requirePassword(deps, { user, client }, body.password);
  const result = await deps.identity.call(client, (api, headers) =>
    api.generateBackupCodes({ body, headers, returnHeaders: true }),
  );
  if ('errorCode' in result)
    throw fieldError('password', 'There is no second factor yet. Set one up first.');
  return { backupCodes: result.response.backupCodes };
}
