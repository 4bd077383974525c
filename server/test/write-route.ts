import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  batchBodyBytes,
  endpoint,
  noQuery,
  offersDryRun,
  writeNotes,
} from '../../contract/src/endpoint.ts';
import { id, ref, text } from '../../contract/src/fields.ts';
import type { MemberCaller } from '../src/accounts/caller.ts';
import { sql } from '../src/platform/db/index.ts';
import { ApiError } from '../src/platform/error.ts';
import { type Call, route } from '../src/platform/http/call.ts';

/** A write as small as a write can be, for tests of what the pipeline does around every one. */
export const writeLine = endpoint({
  id: 'testWrite',
  api: 'ext',
  method: 'POST',
  path: '/test-writes',
  summary: 'Make a list',
  description: 'Makes one list of the given name.',
  role: 'member',
  perMinute: 100_000,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    name: text(200),
    besideListId: ref('list').optional().describe('A list that must exist.'),
    holdMs: z.int().min(0).max(5_000).optional().describe('Stay in the transaction this long.'),
    big: z.boolean().optional().describe('Answer with a mebibyte of filler.'),
    ...offersDryRun,
  }),
  data: z.strictObject({
    listId: id(),
    name: z.string(),
    filler: z.string().optional(),
    ...writeNotes,
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'A new list',
      body: { name: 'Trade fair' },
      data: { listId: '019c8a10-0007-7000-8000-2c8a6e4d0f17', name: 'Trade fair' },
    },
  ],
  built: true,
});

type WriteCall = Call<typeof writeLine, MemberCaller>;

export const writeRoute = route(writeLine, async ({ body, tx }: WriteCall) => {
  const { name, besideListId, holdMs, big } = body;
  if (besideListId !== undefined) {
    const beside = await tx.rows(
      sql`select 1 from list where workspace_id = ${tx.workspaceId} and id = ${besideListId}`,
    );
    if (beside.length === 0)
      throw new ApiError('not_found', 'There is no such list in this workspace.');
  }
  const listId = randomUUIDv7();
  await tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${listId}, ${name}, ${name.toLowerCase()})`);
  if (holdMs !== undefined) await sleep(holdMs);
  return { listId, name, ...(big && { filler: 'x'.repeat(2 ** 20) }) };
});
