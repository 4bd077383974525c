import { z } from 'zod';
import { defineEndpoint, noQuery, writeResultFields } from '../../../contract/src/endpoint.ts';
import { ref } from '../../../contract/src/fields.ts';
import { sql } from '../../src/platform/db/index.ts';
import { endpointRoute } from '../../src/platform/http/endpoint-call.ts';

const endpoint = defineEndpoint({
  id: 'testTouch',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/test-touches',
  topic: 'People',
  summary: 'Touch lists in the given order',
  description: 'Adds a dot to the name of each list.',
  role: 'member',
  perMinute: 100_000,
  query: noQuery,
  body: z.object({ listIds: z.array(ref('list')) }),
  data: z.strictObject({ touched: z.int(), ...writeResultFields }),
  extraErrors: [],
  examples: [{ summary: 'None', body: { listIds: [] }, data: { touched: 0 } }],
});

/**
 * Locks rows in the order of the request, which no real endpoint does, and calls `meet` after the
 * transaction has begun and after each update, so that the test can make transactions overlap.
 */
export const updateListsRoute = (meet: (point: 'begun' | 'touched') => Promise<void>) =>
  endpointRoute(endpoint, async ({ body, tx }) => {
    let touched = 0;
    await tx.run(sql`select 1`);
    await meet('begun');
    for (const listId of body.listIds) {
      touched += await tx.run(sql`
          update list set name = name || '.'
          where workspace_id = ${tx.workspaceId} and id = ${listId}`);
      await meet('touched');
    }
    return { touched };
  });
