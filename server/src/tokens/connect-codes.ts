import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { AttemptLimiter } from '../core/sign-in/attempt-limiter.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { lockWorkspace } from '../core/workspaces/lock-workspace.ts';
import type { Tx } from '../platform/db/index.ts';
import { fieldError } from '../platform/error.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { denyConnectRequest, findConnectRequest, grantConnectRequest } from './connect.sql.ts';
import { requireFewerTokens } from './tokens.ts';
import { hashUserCode } from './user-code.ts';

interface ConnectCodeDeps {
  attempts: AttemptLimiter;
}

export async function postConnectLook(
  call: ManageCall<'postConnectLook', ConnectCodeDeps>,
): Promise<ManageResult<'postConnectLook'>> {
  return withCode(call, async (tx, codeHash) => {
    const request = await findConnectRequest(tx, codeHash);
    if (!request) return undefined;
    const isOwnAddress = clientNetwork(request.address) === clientNetwork(call.address);
    return { ...request, isOwnAddress };
  });
}

export async function postConnectConfirm(
  call: ManageCall<'postConnectConfirm', ConnectCodeDeps>,
): Promise<ManageResult<'postConnectConfirm'>> {
  const { actor, caller, address, deps } = call;
  const confirmed = await withCode(call, async (tx, codeHash) => {
    await lockWorkspace(tx);
    await requireFewerTokens(tx, caller.userId);
    const granted = await grantConnectRequest(tx, codeHash, caller.userId);
    if (!granted) return undefined;
    recordAudit(
      { tx, actor },
      { action: 'browser.confirmed', target: null, detail: { ...granted } },
    );
    return { browser: granted.browser };
  });
  // A look at a code resets nothing, because anyone can request a code of their own.
  await deps.attempts.reset('connect code', caller.userId, address);
  return confirmed;
}

export async function postConnectDeny(
  call: ManageCall<'postConnectDeny', ConnectCodeDeps>,
): Promise<ManageResult<'postConnectDeny'>> {
  return withCode(call, async (tx, codeHash) => {
    const denied = await denyConnectRequest(tx, codeHash);
    if (!denied) return undefined;
    const { actor } = call;
    recordAudit({ tx, actor }, { action: 'browser.denied', target: null, detail: { ...denied } });
    return {};
  });
}

type CodeCall = ManageCall<
  'postConnectLook' | 'postConnectConfirm' | 'postConnectDeny',
  ConnectCodeDeps
>;

/** Counts the attempt, so that codes cannot be guessed. `work` returns nothing for an unknown code. */
async function withCode<Data extends object>(
  { body, caller, address, commit, deps: { attempts } }: CodeCall,
  work: (tx: Tx, codeHash: Buffer) => Promise<Data | undefined>,
): Promise<Data> {
  await attempts.allow('connect code', caller.userId, address);
  const { data } = await commit(async (tx) => {
    const result = await work(tx, hashUserCode(body.code));
    if (!result)
      throw fieldError(
        'code',
        'This code is unknown, was already used, or has expired. Start again in the extension.',
      );
    return result;
  });
  return data;
}
