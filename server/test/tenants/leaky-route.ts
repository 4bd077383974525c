import { z } from 'zod';
import { defineEndpoint } from '../../../contract/src/endpoint.ts';
import { ref } from '../../../contract/src/fields.ts';
import { sql } from '../../src/platform/db/index.ts';
import { notFound } from '../../src/platform/error.ts';
import { endpointRoute } from '../../src/platform/http/endpoint-call.ts';

/** A read without a workspace condition: only row-level security protects other workspaces' lists. */
const leakyEndpoint = defineEndpoint({
  id: 'testLeak',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/test-leaks',
  topic: 'People',
  summary: 'Read a list',
  description: 'Reads one list by its id.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({ listId: ref('list') }),
  body: null,
  data: z.strictObject({ name: z.string() }),
  extraErrors: [],
  examples: [
    {
      summary: 'A list',
      query: { listId: '019c8a10-0007-7000-8000-2c8a6e4d0f17' },
      data: { name: 'Trade fair' },
    },
  ],
});

export const leakyRoute = endpointRoute(leakyEndpoint, async ({ query, tx }) => {
  const [list] = await tx.rows<{ name: string }>(
    sql`select name from list where id = ${query.listId}`,
  );
  if (!list) throw notFound('list', query.listId);
  return { name: list.name };
});
