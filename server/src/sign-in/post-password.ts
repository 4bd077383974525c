import type { ManageData, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { CallWithoutWorkspace } from '../platform/http/call.ts';
import { linkExpired, type SignInDeps } from './post-sign-in.ts';

/** Responds before the lookup, because its duration would reveal whether the account exists. */
export const postPasswordForgot =
  ({ identity, attempts, log }: SignInDeps & { log: FastifyBaseLogger }) =>
  async ({
    body,
    client,
    correlationId,
  }: CallWithoutWorkspace<typeof manageEndpoints.postPasswordForgot>): Promise<
    ManageData<'postPasswordForgot'>
  > => {
    await attempts.allow('forgotten', body.email, client.address);
    identity
      .call({ ...identity.withoutSession(client), setCookies: () => {} }, (api, headers) =>
        api.requestPasswordReset({ body, headers, returnHeaders: true }),
      )
      .catch((error: unknown) =>
        log.error({ err: error, correlationId }, 'failed to send a password reset email'),
      );
    return {};
  };

export const postPasswordReset =
  ({ identity }: SignInDeps) =>
  async ({
    body,
    client,
  }: CallWithoutWorkspace<typeof manageEndpoints.postPasswordReset>): Promise<
    ManageData<'postPasswordReset'>
  > => {
    const result = await identity.call(identity.withoutSession(client), (api, headers) =>
      api.resetPassword({
        body: { token: body.code, newPassword: body.password },
        headers,
        returnHeaders: true,
      }),
    );
    if ('errorCode' in result) throw linkExpired();
    return {};
  };
