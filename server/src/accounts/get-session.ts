import { type endpoints, limits, type ResponseData } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { startOfNextMonth } from '../usage/quota.ts';
import type { TokenCaller } from './caller.ts';

/** Everything told here came with the token's own look-up, so it asks the database nothing more. */
export async function getSession({
  caller,
}: Call<typeof endpoints.getSession, TokenCaller>): Promise<ResponseData<'getSession'>> {
  const { user, workspace, plan, token, imports, credits } = caller;
  return {
    user: { id: caller.userId, ...user, role: caller.role },
    workspace: { id: caller.workspaceId, ...workspace },
    plan: { id: plan.id, name: plan.name },
    quota: {
      monthlyImports: imports.monthly,
      remaining: Math.max(0, imports.monthly - imports.used),
      resetsAt: startOfNextMonth(new Date()),
    },
    credits: {
      monthly: credits.monthly,
      remaining: credits.balance - credits.reserved,
      reserved: credits.reserved,
    },
    token: {
      id: caller.tokenId,
      name: token.name,
      createdAt: token.createdAt.toISOString(),
      expiresAt: token.expiresAt?.toISOString() ?? null,
    },
    limits,
  };
}
