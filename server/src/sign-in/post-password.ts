import type { ManageResult } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { ManageCall } from '../core/sign-in/call.ts';
import { linkExpired, type SignInDeps } from './post-sign-in.ts';

/** Responds before the lookup, because its duration would reveal whether the account exists. */
export async function postPasswordForgot({
  body,
  client,
  correlationId,
  deps: { identity, attempts, log },
}: ManageCall<'postPasswordForgot', SignInDeps & { log: FastifyBaseLogger }>): Promise<
  ManageResult<'postPasswordForgot'>
> {
  await attempts.allow('forgotten', body.email, client.address);
  identity
    .call({ ...identity.withoutSession(client), setCookies: () => {} }, (api, headers) =>
      api.requestPasswordReset({ body, headers, returnHeaders: true }),
    )
    .catch((error: unknown) =>
      log.error({ err: error, correlationId }, 'failed to send a password reset email'),
    );
  return {};
}

export async function postPasswordReset({
  body,
  client,
  deps: { identity },
}: ManageCall<'postPasswordReset', SignInDeps>): Promise<ManageResult<'postPasswordReset'>> {
  const result = await identity.call(identity.withoutSession(client), (api, headers) =>
    api.resetPassword({
      body: { token: body.code, newPassword: body.password },
      headers,
      returnHeaders: true,
    }),
  );
  if ('errorCode' in result) throw linkExpired();
  return {};
}
