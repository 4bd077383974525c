import type { endpoints, ResponseData } from '@outcrop/contract';
import { missingAmong } from '../people/missing.ts';
import { lockProspects } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { boardOf, boardWanted, organize } from './organize.ts';

type PostBulk = Call<typeof endpoints.postBulk>;

/** Does one thing to many prospects, all of it or none. Those who already are so stay untouched. */
export const postBulk =
  (suppression: Suppression) =>
  async (call: PostBulk): Promise<ResponseData<'postBulk'>> => {
    const { body, tx } = call;
    const { action, prospectIds: ids } = body;
    const about = boardOf[action];

    // Who deletes people holds the workspace's usage row, as everyone who makes them does.
    const [, locked, board] = await Promise.all([
      action === 'delete' ? lockUsage(tx) : null,
      lockProspects(tx, ids),
      boardWanted(tx, body),
    ]);
    const missing = missingAmong(ids, locked, body.ignoreMissing ?? false);
    const order = { action, board, stage: body.stage };
    const affected = await organize(tx, suppression, causeOf(call), order, locked);
    return {
      action,
      requested: ids.length,
      affected: affected.length,
      unchanged: locked.length - affected.length,
      notFound: missing,
      ...(about &&
        board && {
          [about.kind]: { id: body.dryRun && board.isNew ? null : board.id, name: board.name },
        }),
    };
  };
