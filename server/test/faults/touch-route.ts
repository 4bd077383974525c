import { z } from 'zod';
import { endpoint, noQuery, writeNotes } from '../../../contract/src/endpoint.ts';
import { ref } from '../../../contract/src/fields.ts';
import type { MemberCaller } from '../../src/accounts/caller.ts';
import { sql } from '../../src/platform/db/index.ts';
import { route } from '../../src/platform/http/call.ts';

const line = endpoint({
  id: 'testTouch',
  api: 'ext',
  method: 'POST',
  path: '/test-touches',
  summary: 'Touch lists in the given order',
  description: 'Adds a dot to the name of each list.',
  role: 'member',
  perMinute: 100_000,
  query: noQuery,
  body: z.object({ listIds: z.array(ref('list')) }),
  data: z.strictObject({ touched: z.int(), ...writeNotes }),
  alsoAnswers: [],
  examples: [{ summary: 'None', body: { listIds: [] }, data: { touched: 0 } }],
  built: true,
});

/**
 * Takes row locks in the order it is told, which is what no real endpoint does, and waits for the
 * test where transactions are to meet: after they began, and after each touch.
 */
export const touchRoute = (meet: (point: 'begun' | 'touched') => Promise<void>) =>
  route<typeof line.query, typeof line.body, typeof line.data, z.ZodObject, MemberCaller>(
    line,
    async ({ body, tx }) => {
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
    },
  );
