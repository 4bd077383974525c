import type { endpoints, ResponseData } from '@outcrop/contract';
import { missingAmong } from '../people/missing.ts';
import { lockProspects } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Models } from './models.ts';
import { type PlannedCaller, requireEnrichment } from './possible.ts';
import { queueWork } from './queue-work.ts';

/** Queues research, or the writing of a first line, for some people. */
export const postEnrich =
  (models: Models) =>
  async (
    call: Call<typeof endpoints.postEnrich, PlannedCaller>,
  ): Promise<ResponseData<'postEnrich'>> => {
    const { body, tx } = call;
    const { mode, prospectIds: ids, ignoreMissing = false } = body;
    const [hasModel, locked] = await Promise.all([models.hasOne(tx), lockProspects(tx, ids)]);
    const missing = missingAmong(ids, locked, ignoreMissing);
    requireEnrichment(call.caller, hasModel);

    const isLine = mode === 'personalized_line';
    const ignored = isLine
      ? []
      : [
          ...(body.useWorkspaceInstructions ? ['useWorkspaceInstructions'] : []),
          ...(body.customPrompt === undefined ? [] : ['customPrompt']),
        ];
    const absent = new Set(missing);
    const answer = await queueWork(
      tx,
      causeOf(call),
      {
        mode,
        useInstructions: body.useWorkspaceInstructions,
        customPrompt: (isLine && body.customPrompt) || null,
      },
      ids.filter((id) => !absent.has(id)),
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
  };
