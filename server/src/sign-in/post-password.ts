import type { ManageData, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { OpenCall } from '../platform/http/call.ts';
import { type Door, usedUp } from './post-sign-in.ts';

/** Answers at once and looks afterwards: how long that takes would tell whether there is an account. */
export const postPasswordForgot =
  ({ identity, attempts, log }: Door & { log: FastifyBaseLogger }) =>
  async ({
    body,
    visit,
    correlationId,
  }: OpenCall<typeof manageEndpoints.postPasswordForgot>): Promise<
    ManageData<'postPasswordForgot'>
  > => {
    await attempts.allow('forgotten', body.email, visit.address);
    identity
      .ask({ ...identity.asGuest(visit), setCookies: () => {} }, (api, headers) =>
        api.requestPasswordReset({ body, headers, returnHeaders: true }),
      )
      .catch((error: unknown) =>
        log.error({ err: error, correlationId }, 'a link for a new password was not mailed'),
      );
    return {};
  };

export const postPasswordReset =
  ({ identity }: Door) =>
  async ({
    body,
    visit,
  }: OpenCall<typeof manageEndpoints.postPasswordReset>): Promise<
    ManageData<'postPasswordReset'>
  > => {
    const asked = await identity.ask(identity.asGuest(visit), (api, headers) =>
      api.resetPassword({
        body: { token: body.code, newPassword: body.password },
        headers,
        returnHeaders: true,
      }),
    );
    if ('refused' in asked) throw usedUp();
    return {};
  };
