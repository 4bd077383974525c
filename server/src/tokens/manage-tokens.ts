import { atLeast, errorMessages, type ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { selectMember } from '../core/workspaces/members.sql.ts';
import { selectWorkspaceName } from '../core/workspaces/workspaces.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalidField, notFound } from '../platform/error.ts';
import { endToken, selectTokens, selectWebhooksOfTokens } from './tokens.sql.ts';
import { createToken, type IssuedToken, revokeAllTokens, rotateTokens } from './tokens.ts';

const isAdmin = ({ role }: Caller) => atLeast(role, 'admin');

export async function getTokens({
  caller,
  tx,
}: ManageCall<'getTokens'>): Promise<ManageResult<'getTokens'>> {
  return { tokens: await selectTokens(tx, isAdmin(caller) ? {} : { userId: caller.userId }) };
}

/** For the caller or an integration user. The secret is returned once. */
export async function postTokens(
  call: ManageCall<'postTokens', { cellName: string }>,
): Promise<ManageResult<'postTokens'>> {
  const { cellName: cell } = call.deps;
  const { caller, body, tx } = call;
  const { name, expiresInDays = null } = body;
  if (body.userId !== undefined) await requireIntegration(tx, caller, body.userId);
  const userId = body.userId ?? caller.userId;
  const created = await createToken(tx, { cell, userId, name, expiresInDays });
  const detail = { name, userId, expiresInDays };
  recordAudit(call, { action: 'token.created', target: created.id, detail });
  return issuedTokenData(tx, created);
}

/** Own tokens, or any token for Admins. Other tokens are not found. */
export async function deleteToken(
  call: ManageCall<'deleteToken'>,
): Promise<ManageResult<'deleteToken'>> {
  const { caller, params, tx } = call;
  const [token] = await selectTokens(tx, {
    id: params.tokenId,
    ...(!isAdmin(caller) && { userId: caller.userId }),
  });
  if (!token || (await endToken(tx, token.id)) === 0) throw notFound('token', params.tokenId);
  const detail = { name: token.name, userId: token.user.id };
  recordAudit(call, { action: 'token.revoked', target: token.id, detail });
  return {};
}

export async function getTokensConnected({
  tx,
}: ManageCall<'getTokensConnected'>): Promise<ManageResult<'getTokensConnected'>> {
  const [tokens, webhooks] = await Promise.all([selectTokens(tx), selectWebhooksOfTokens(tx)]);
  return { tokens, webhooks };
}

export async function postTokensRotate(
  call: ManageCall<'postTokensRotate', { cellName: string }>,
): Promise<ManageResult<'postTokensRotate'>> {
  const { cellName: cell } = call.deps;
  const { caller, body, tx } = call;
  await requireWorkspaceName(tx, body.workspaceName);
  const request = { cell, userId: caller.userId, name: body.name, expiresInDays: null };
  const { ended, token } = await rotateTokens(tx, request);
  const detail = { ended, name: body.name };
  recordAudit(call, { action: 'tokens.rotated', target: token.id, detail });
  return { ended, ...(await issuedTokenData(tx, token)) };
}

export async function postTokensRevokeAll(
  call: ManageCall<'postTokensRevokeAll'>,
): Promise<ManageResult<'postTokensRevokeAll'>> {
  const { body, tx } = call;
  await requireWorkspaceName(tx, body.workspaceName);
  const ended = await revokeAllTokens(tx);
  recordAudit(call, { action: 'tokens.revoked', target: null, detail: { ended } });
  return { ended };
}

async function issuedTokenData(tx: Tx, { id, secret }: IssuedToken) {
  const [token] = await selectTokens(tx, { id });
  return { token: token!, secret };
}

async function requireWorkspaceName(tx: Tx, typed: string): Promise<void> {
  const name = await selectWorkspaceName(tx);
  if (typed !== name) throw invalidField('workspaceName', `must be "${name}"`);
}

async function requireIntegration(tx: Tx, caller: Caller, userId: string): Promise<void> {
  if (!isAdmin(caller))
    throw new ApiError(
      'insufficient_role',
      errorMessages.insufficientRole('admin', { role: caller.role, byToken: false }),
    );
  if ((await selectMember(tx, userId))?.kind !== 'integration')
    throw notFound('integration', userId);
}
