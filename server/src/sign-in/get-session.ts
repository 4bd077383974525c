import { limits, type ResponseData } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import type { MemberCaller } from '../core/sign-in/caller.ts';
import { startOfNextMonth } from '../core/usage/quota.ts';

/**
 * All data came with the token lookup, so no query is needed. The public API accepts tokens only,
 * so there always is one.
 */
export async function getSession({
  caller,
}: Call<'getSession'>): Promise<ResponseData<'getSession'>> {
  const { user, workspace, plan, token } = caller;
  return {
    user: { id: caller.userId, ...user, role: caller.role },
    workspace: { id: caller.workspaceId, ...workspace },
    plan: { id: plan.id, name: plan.name },
    quota: quotaOf(caller),
    credits: creditsOf(caller),
    token: {
      id: caller.tokenId!,
      name: token!.name,
      createdAt: token!.createdAt.toISOString(),
      expiresAt: token!.expiresAt?.toISOString() ?? null,
    },
    limits,
  };
}

export const quotaOf = ({ imports }: MemberCaller) => ({
  monthlyImports: imports.monthly,
  remaining: Math.max(0, imports.monthly - imports.used),
  resetsAt: startOfNextMonth(new Date()),
});

export const creditsOf = ({ credits }: MemberCaller) => ({
  monthly: credits.monthly,
  remaining: credits.balance - credits.reserved,
  reserved: credits.reserved,
});
