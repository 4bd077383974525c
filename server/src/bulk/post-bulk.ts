import type { EndpointResult } from '@outcrop/contract';
import {
  applyBulkOperation,
  listOrTagActions,
  resolveListOrTag,
} from '../core/prospects/bulk-operation.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Call } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { lockUsage } from '../core/usage/quota.ts';

/** Applies one action to many prospects atomically. Prospects that need no change are untouched. */
export async function postBulk(
  call: Call<'postBulk', { suppression: Suppression }>,
): Promise<EndpointResult<'postBulk'>> {
  const { body, tx } = call;
  const { action, prospectIds: ids } = body;
  const listOrTagAction = listOrTagActions[action];

  // Deleting prospects needs the usage-row lock, like adding them.
  const [, locked, listOrTag] = await Promise.all([
    action === 'delete' ? lockUsage(tx) : null,
    lockProspects(tx, ids),
    resolveListOrTag(tx, body),
  ]);
  const missing = missingIds(ids, locked, body.ignoreMissing ?? false);
  const operation = { action, listOrTag, stage: body.stage };
  const affected = await applyBulkOperation(call, operation, locked);
  return {
    action,
    requested: ids.length,
    affected: affected.length,
    unchanged: locked.length - affected.length,
    notFound: missing,
    ...(listOrTagAction &&
      listOrTag && {
        [listOrTagAction.kind]: {
          id: body.dryRun && listOrTag.isNew ? null : listOrTag.id,
          name: listOrTag.name,
        },
      }),
  };
}
