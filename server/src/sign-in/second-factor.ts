import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { refused } from '../platform/error.ts';
import type { OpenCall } from '../platform/http/call.ts';
import { type Me, requirePassword, wrongCode } from './me.ts';
import type { Door } from './post-sign-in.ts';
import { checkSecondFactor } from './second-factor-code.ts';

const alreadySetUp = 'A second factor is already set up. Remove it first.';

export const postMeSecondFactor =
  (door: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMeSecondFactor, Me>): Promise<
    ManageData<'postMeSecondFactor'>
  > => {
    await requirePassword(door, { person, visit }, body.password);
    const asked = await door.identity.ask(visit, (api, headers) =>
      api.enableTwoFactor({
        body: { password: body.password, method: 'totp' },
        headers,
        returnHeaders: true,
      }),
    );
    if ('refused' in asked || asked.answer.method !== 'totp')
      throw refused('password', alreadySetUp);
    const { totpURI: uri, backupCodes } = asked.answer;
    return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', backupCodes };
  };

export const postMeSecondFactorConfirm =
  ({ identity, attempts }: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMeSecondFactorConfirm, Me>): Promise<
    ManageData<'postMeSecondFactorConfirm'>
  > => {
    if (person.twoFactor) throw refused('code', alreadySetUp);
    await attempts.allow('second factor', person.userId, visit.address);
    if (!/^\d{6}$/.test(body.code) || !(await checkSecondFactor(identity, visit, body.code)))
      throw wrongCode();
    return {};
  };

export const postMeSecondFactorRemove =
  (door: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMeSecondFactorRemove, Me>): Promise<
    ManageData<'postMeSecondFactorRemove'>
  > => {
    await requirePassword(door, { person, visit }, body.password);
    await door.identity.ask(visit, (api, headers) =>
      api.disableTwoFactor({ body, headers, returnHeaders: true }),
    );
    return {};
  };

export const postMeBackupCodes =
  (door: Door) =>
  async ({
    person,
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postMeBackupCodes, Me>): Promise<
    ManageData<'postMeBackupCodes'>
  > => {
    await requirePassword(door, { person, visit }, body.password);
    const asked = await door.identity.ask(visit, (api, headers) =>
      api.generateBackupCodes({ body, headers, returnHeaders: true }),
    );
    if ('refused' in asked)
      throw refused('password', 'There is no second factor yet. Set one up first.');
    return { backupCodes: asked.answer.backupCodes };
  };
