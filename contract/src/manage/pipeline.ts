import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, stageSchema } from '../fields.ts';
import { prospectExample, prospectSchema } from '../prospect.ts';
import { prospectQuery } from '../prospects.ts';
import { stages } from '../stages.ts';

const { q, listId, tagId } = prospectQuery;

export const getPipeline = defineEndpoint({
  ...manageDefaults,
  id: 'getPipeline',
  method: 'GET',
  path: '/pipeline',
  topic: 'People',
  summary: 'Get all stages',
  description:
    'Returns the newest 25 matching prospects of every stage, in the order of the stages. For ' +
    'more, use GET /prospects with the same filters, the `stage`, and the `nextCursor` of that stage.',
  role: 'viewer',
  query: z.object({ q, listId, tagId }),
  body: null,
  data: z.strictObject({
    columns: z.array(
      z.strictObject({
        stage: stageSchema,
        prospects: z.array(prospectSchema),
        total: count().describe('As in GET /prospects.'),
        totalIsCapped: z.boolean().describe('True if there are more than `total`.'),
        nextCursor: z.string().nullable().describe('Null if these are all.'),
      }),
    ),
  }),
  examples: [
    {
      summary: 'One person on a list',
      query: { q: 'amara', listId: exampleIds.list, tagId: exampleIds.tag },
      data: {
        columns: stages.map((stage) => {
          const prospects = stage === prospectExample.stage ? [prospectExample] : [];
          return {
            stage,
            prospects,
            total: prospects.length,
            totalIsCapped: false,
            nextCursor: null,
          };
        }),
      },
    },
  ],
});
