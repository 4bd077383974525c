import { z } from 'zod';
import { endpoint, manageLine } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { timestamp } from '../fields.ts';
import { prospect, prospectExample } from '../prospects.ts';
import { nextCursor, pageOf } from '../query.ts';

const duplicate = z
  .strictObject({
    key: z.string().describe('What both are known by, such as `in:amara-okafor`.'),
    prospects: z
      .array(prospect)
      .length(2)
      .describe('The older record, which is matched by this profile, then the other.'),
    foundAt: timestamp(),
  })
  .meta({ id: 'Duplicate', description: 'Two records with the LinkedIn profile of one person.' });

export const getDuplicates = endpoint({
  ...manageLine,
  id: 'getDuplicates',
  method: 'GET',
  path: '/duplicates',
  summary: 'List records of the same person',
  description:
    'Pairs of prospects that turned out to have the same LinkedIn profile, newest first. Leads ' +
    'with this profile match the older one. A pair is gone once the two are merged, one of them ' +
    'is deleted, or one gets another profile.',
  role: 'viewer',
  query: z.object(pageOf('Pairs')),
  body: null,
  data: z.strictObject({ duplicates: z.array(duplicate), nextCursor }),
  examples: [
    {
      summary: 'Someone who was imported twice',
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
