import { browserTokenDays, type ConnectData, connectMinutes } from '@outcrop/contract';
import { browserName } from '@outcrop/contract/browser-name';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ConnectCall } from '../core/sign-in/call.ts';
import { hashCode, newCode } from '../core/sign-in/one-time-links.ts';
import { hashToken, isTokenOf } from '../core/tokens/access-token.ts';
import { lockWorkspace } from '../core/workspaces/lock-workspace.ts';
import type { Database } from '../platform/db/index.ts';
import { unavailableError } from '../platform/error.ts';
import {
  addConnectRequest,
  findConnectStatus,
  findToken,
  takeConnectGrant,
} from './connect.sql.ts';
import { endBrowserToken } from './tokens.sql.ts';
import { createToken } from './tokens.ts';
import { hashUserCode, newUserCode } from './user-code.ts';

const pollSeconds = 3;
const maxAttempts = 5;

/**
 * The browser's name comes from its user agent and has no free text, because the user who confirms
 * relies on it.
 */
export async function postConnectStart({
  client,
  deps: { db },
}: ConnectCall<'postConnectStart', { db: Database }>): Promise<ConnectData<'postConnectStart'>> {
  const browser = browserName(client.userAgent) ?? 'Unknown browser';
  const deviceCode = newCode();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const userCode = newUserCode();
    const isAdded = await addConnectRequest(db, {
      deviceHash: hashCode(deviceCode),
      codeHash: hashUserCode(userCode),
      browser,
      address: client.address,
    });
    if (isAdded)
      return { deviceCode, userCode, expiresInSeconds: connectMinutes * 60, pollSeconds };
  }
  throw unavailableError('conflict', 'No code is free. Wait a few seconds, then try again.');
}

/**
 * The token is created here and not when the code is confirmed, so that its secret is never stored.
 * The workspace is locked first, like wherever tokens are created or revoked.
 */
export async function postConnectPoll({
  body,
  correlationId,
  deps: { db, cellName: cell },
}: ConnectCall<'postConnectPoll', { db: Database; cellName: string }>): Promise<
  ConnectData<'postConnectPoll'>
> {
  const deviceHash = hashCode(body.deviceCode);
  const connectRequest = await findConnectStatus(db, deviceHash);
  if (connectRequest?.status !== 'confirmed')
    return { status: connectRequest?.status ?? 'expired', token: null };
  return db.transaction(connectRequest.workspaceId, async (tx) => {
    await lockWorkspace(tx);
    const grant = await takeConnectGrant(tx, deviceHash);
    if (!grant) return { status: 'expired', token: null };
    const { userId, browser: name, address } = grant;
    const browser = { userId, name, expiresInDays: browserTokenDays, kind: 'browser' as const };
    const { id, secret } = await createToken(tx, { cell, ...browser });
    const actor = { actor: { kind: 'user', id: userId } as const, correlationId };
    const detail = { ...browser, address };
    recordAudit({ tx, actor }, { action: 'token.created', target: id, detail });
    return { status: 'connected', token: secret };
  });
}

/** The token is the permission, so a browser can end only its own access. */
export async function postConnectEnd({
  body,
  correlationId,
  deps: { db, cellName: cell },
}: ConnectCall<'postConnectEnd', { db: Database; cellName: string }>): Promise<
  ConnectData<'postConnectEnd'>
> {
  if (!isTokenOf(cell, body.token)) return { ended: false };
  const activeToken = await findToken(db, hashToken(body.token));
  if (!activeToken) return { ended: false };
  return db.transaction(activeToken.workspaceId, async (tx) => {
    const token = await endBrowserToken(tx, activeToken.id);
    if (!token) return { ended: false };
    const { userId, name } = token;
    const actor = { actor: { kind: 'user', id: userId } as const, correlationId };
    const detail = { name, userId };
    recordAudit({ tx, actor }, { action: 'token.revoked', target: activeToken.id, detail });
    return { ended: true };
  });
}
