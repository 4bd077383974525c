import { z } from 'zod';
import { defineEndpoint, noQuery } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, stageSchema } from './fields.ts';
import { type Stage, stageName, stages } from './stages.ts';

export const boardSchema = z
  .strictObject({ id: id(), name: z.string(), count: count() })
  .meta({ id: 'Board' });

const exampleCounts: Record<Stage, number> = {
  new: 61,
  contacted: 40,
  replied: 12,
  interested: 7,
  meeting: 3,
  customer: 2,
  not_interested: 5,
};

export const getBoards = defineEndpoint({
  id: 'getBoards',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/boards',
  topic: 'People',
  summary: 'List lists, tags and stages',
  description:
    'All lists, tags and stages, with the ids that other endpoints accept and the number ' +
    'of prospects in each.',
  role: 'viewer',
  perMinute: 120,
  query: noQuery,
  body: null,
  data: z.strictObject({
    lists: z.array(boardSchema),
    tags: z.array(boardSchema),
    stages: z.array(
      z.strictObject({ id: stageSchema, name: z.string(), position: count(), count: count() }),
    ),
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'A small workspace',
      data: {
        lists: [{ id: exampleIds.list, name: 'Trade fair 2026', count: 84 }],
        tags: [{ id: exampleIds.tag, name: 'Met in person', count: 19 }],
        stages: stages.map((stage, position) => ({
          id: stage,
          name: stageName[stage],
          position,
          count: exampleCounts[stage],
        })),
      },
    },
  ],
});
