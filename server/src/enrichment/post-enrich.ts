import type { EndpointResult } from '@outcrop/contract';
import type { WorkspaceModels } from '../core/ai/workspace-models.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Call } from '../core/sign-in/call.ts';
import { queueEnrichment, requireEnrichment } from './queue-enrichment.ts';

/** Queues research or first lines for prospects. */
export async function postEnrich(
  call: Call<'postEnrich', { models: WorkspaceModels }>,
): Promise<EndpointResult<'postEnrich'>> {
  const { body, tx } = call;
  const { mode, prospectIds: ids, ignoreMissing = false } = body;
  const locked = await lockProspects(tx, ids);
  const missing = missingIds(ids, locked, ignoreMissing);
  requireEnrichment(call.caller, call.deps.models);

  const isLine = mode === 'personalized_line';
  const ignored = isLine
    ? []
    : [
        ...(body.useWorkspaceInstructions ? ['useWorkspaceInstructions'] : []),
        ...(body.customPrompt === undefined ? [] : ['customPrompt']),
      ];
  const notFound = new Set(missing);
  const answer = await queueEnrichment(
    call,
    {
      mode,
      useInstructions: body.useWorkspaceInstructions,
      customPrompt: (isLine && body.customPrompt) || null,
    },
    ids.filter((id) => !notFound.has(id)),
    { allowPartial: body.allowPartial ?? false },
  );
  return {
    ...answer,
    jobId: body.dryRun ? null : answer.jobId,
    ...(ignoreMissing && { notFound: missing }),
    ...(ignored.length > 0 && {
      warnings: ignored.map((field) => ({
        path: [field],
        message: 'is only used by personalized_line',
      })),
    }),
  };
}
