import { type EndpointResult, endpointLimits } from '@outcrop/contract';
import type { WorkspaceModels } from '../core/ai/workspace-models.ts';
import type { Call } from '../core/sign-in/call.ts';
import { creditsOf } from '../core/usage/credits.ts';
import { quotaOf } from '../core/usage/quota.ts';

/**
 * All data came with the token lookup, so no query is needed. The public API accepts tokens only,
 * so there always is one.
 */
export async function getSession({
  caller,
  deps: { models },
}: Call<'getSession', { models: WorkspaceModels }>): Promise<EndpointResult<'getSession'>> {
  const { user, workspace, plan, token } = caller;
  return {
    user: { id: caller.userId, ...user, role: caller.role },
    workspace: { id: caller.workspaceId, ...workspace },
    plan: { id: plan.id, name: plan.name },
    quota: quotaOf(caller),
    credits: creditsOf(caller),
    enrichmentAvailable: plan.allowsEnrichment && models.isConfiguredFor(caller),
    token: {
      id: caller.tokenId!,
      name: token!.name,
      createdAt: token!.createdAt,
      expiresAt: token!.expiresAt,
    },
    limits: endpointLimits,
  };
}
