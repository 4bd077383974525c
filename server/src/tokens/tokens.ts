import { randomUUIDv7 } from 'node:crypto';
import { maxTokensPerUser, type TokenKind } from '@outcrop/contract';
import { generateToken, hashToken } from '../core/tokens/access-token.ts';
import { lockWorkspace } from '../core/workspaces/lock-workspace.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { deleteConnectGrants } from './connect.sql.ts';
import * as store from './tokens.sql.ts';

export interface TokenRequest {
  cell: string;
  userId: string;
  name: string;
  expiresInDays: number | null;
  /** Default: `api`. */
  kind?: TokenKind;
}

/** A new token with its secret, which is not stored and cannot be shown again. */
export interface IssuedToken {
  id: string;
  name: string;
  secret: string;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function createToken(tx: Tx, request: TokenRequest): Promise<IssuedToken> {
  await lockWorkspace(tx);
  await requireFewerTokens(tx, request.userId);
  return issueToken(tx, request);
}

export async function requireFewerTokens(tx: Tx, userId: string): Promise<void> {
  if ((await store.countTokens(tx, userId)) >= maxTokensPerUser)
    throw new ApiError(
      'validation_error',
      `A user can have ${maxTokensPerUser} active tokens. Revoke one you no longer need first.`,
    );
}

/** Revokes all tokens of the workspace and creates one. */
export async function rotateTokens(
  tx: Tx,
  request: TokenRequest,
): Promise<{ ended: number; token: IssuedToken }> {
  await lockWorkspace(tx);
  const ended = await endTokensAndGrants(tx);
  return { ended, token: await issueToken(tx, request) };
}

export async function revokeAllTokens(tx: Tx): Promise<number> {
  await lockWorkspace(tx);
  return endTokensAndGrants(tx);
}

/** Browsers that were confirmed must not fetch a token afterwards. */
async function endTokensAndGrants(tx: Tx): Promise<number> {
  tx.defer(deleteConnectGrants(tx));
  return store.endAllTokens(tx);
}

export async function revokeToken(tx: Tx, tokenId: string): Promise<void> {
  const ended = await store.endToken(tx, tokenId);
  if (ended === 0)
    throw new ApiError(
      'not_found',
      'There is no such token in this workspace, or it is already revoked.',
    );
}

async function issueToken(
  tx: Tx,
  { cell, userId, name, expiresInDays, kind = 'api' }: TokenRequest,
): Promise<IssuedToken> {
  const id = randomUUIDv7();
  const secret = generateToken(cell);
  const stored = await store.insertToken(tx, {
    id,
    userId,
    name,
    hash: hashToken(secret),
    lastFour: secret.slice(-4),
    expiresInDays,
    kind,
  });
  if (!stored) throw new ApiError('not_found', 'This user is not a member of the workspace.');
  return { id, name, secret, ...stored };
}
