import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  noQuery,
  writeResultFields,
} from '../../contract/src/endpoint.ts';
import { id, ref, text } from '../../contract/src/fields.ts';
import { sql } from '../src/platform/db/index.ts';
import { ApiError } from '../src/platform/error.ts';
import { endpointRoute } from '../src/platform/http/endpoint-call.ts';

/** A minimal write endpoint, for tests of the request pipeline. */
export const writeEndpoint = defineEndpoint({
  id: 'testWrite',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/test-writes',
  topic: 'People',
  summary: 'Create a list',
  description: 'Creates a list with the given name.',
  role: 'member',
  perMinute: 100_000,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    name: text(200),
    besideListId: ref('list').optional().describe('A list that must exist.'),
    holdMs: z.int().min(0).max(20_000).optional().describe('Keep the transaction open this long.'),
    big: z.boolean().optional().describe('Return 1 MiB of filler.'),
    ...dryRunField,
  }),
  data: z.strictObject({
    listId: id(),
    name: z.string(),
    filler: z.string().optional(),
    ...writeResultFields,
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'A new list',
      body: { name: 'Trade fair' },
      data: { listId: '019c8a10-0007-7000-8000-2c8a6e4d0f17', name: 'Trade fair' },
    },
  ],
});

export const writeRoute = endpointRoute(writeEndpoint, async ({ body, tx }) => {
  const { name, besideListId, holdMs, big } = body;
  if (besideListId !== undefined) {
    const found = await tx.rows(
      sql`select 1 from list where workspace_id = ${tx.workspaceId} and id = ${besideListId}`,
    );
    if (found.length === 0)
      throw new ApiError('not_found', 'There is no such list in this workspace.');
  }
  const listId = randomUUIDv7();
  await tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${listId}, ${name}, ${name.toLowerCase()})`);
  if (holdMs !== undefined) await sleep(holdMs);
  return { listId, name, ...(big && { filler: 'x'.repeat(2 ** 20) }) };
});
