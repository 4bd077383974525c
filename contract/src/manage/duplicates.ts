import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { timestamp } from '../fields.ts';
import { prospect, prospectExample } from '../prospect.ts';
import { nextCursor, pageParams } from '../query.ts';

const duplicate = z
  .strictObject({
    key: z.string().describe('The key that both share, such as `in:amara-okafor`.'),
    prospects: z
      .array(prospect)
      .length(2)
      .describe('The older record, which leads with this profile match, then the other.'),
    foundAt: timestamp(),
  })
  .meta({ id: 'Duplicate', description: 'Two records with the same LinkedIn profile.' });

export const getDuplicates = defineEndpoint({
  ...manageDefaults,
  id: 'getDuplicates',
  method: 'GET',
  path: '/duplicates',
  summary: 'List duplicates',
  description:
    'Returns pairs of prospects with the same LinkedIn profile, newest first. Leads with ' +
    'this profile match the older one. A pair disappears when the two are merged, one is ' +
    'deleted, or one gets another profile.',
  role: 'viewer',
  query: z.object(pageParams('Pairs')),
  body: null,
  data: z.strictObject({ duplicates: z.array(duplicate), nextCursor }),
  examples: [
    {
      summary: 'A prospect that was imported twice',
      query: { limit: '1' },
      data: {
        duplicates: [
          {
            key: 'in:amara-okafor-example',
            prospects: [prospectExample, { ...prospectExample, id: exampleIds.henrik }],
            foundAt: '2026-03-05T14:02:38.204Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
});
