import { z } from 'zod';
import { endpoint, manageLine } from '../endpoint.ts';
import { eventBody, eventExample } from '../event-body.ts';
import {
  type EventData,
  type EventKind,
  type EventPrevious,
  eventKinds,
  events,
} from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { ref } from '../fields.ts';
import { nextCursor, pageOf } from '../query.ts';

/** The kinds that are about a prospect. */
type Kind = Exclude<EventKind, 'quota.low' | 'webhook.test'>;
const kinds = eventKinds.filter((kind): kind is Kind => 'prospectId' in events[kind].data.shape);

type Entry = {
  [K in Kind]: Omit<z.output<ReturnType<typeof eventBody>>, 'workspaceId' | 'type' | 'data'> & {
    type: K;
    data: EventData<K>;
    previous: EventPrevious<K> | null;
  };
}[Kind];

/** An event as its receivers are told it, but for the workspace, which the caller knows. */
const entryOf = (kind: Kind) => {
  const { workspaceId: _, ...shape } = eventBody(kind).shape;
  const { previous } = events[kind];
  return z.strictObject({ ...shape, previous: previous?.nullable() ?? z.null() });
};

const entry = z
  .union(kinds.map(entryOf) as unknown as [z.ZodType<Entry>])
  .meta({ id: 'TimelineEntry' });

const entryExample = (kind: Kind) => {
  const { workspaceId: _, ...example } = eventExample(kind);
  return { previous: null, ...example };
};

export const getProspectTimeline = endpoint({
  ...manageLine,
  id: 'getProspectTimeline',
  method: 'GET',
  path: '/prospects/{prospectId}/timeline',
  params: z.object({ prospectId: ref('prospect').describe('The prospect.') }),
  summary: 'Read what happened to one person',
  description:
    'Every event about one prospect, newest first, from the last 13 months. What happened to a ' +
    'record before it was merged into this one is part of it: such entries have that record’s id ' +
    'in `data.prospectId`, and the last of them is its `prospect.deleted`.',
  role: 'viewer',
  query: z.object({
    ...pageOf('Entries'),
  }),
  body: null,
  data: z.strictObject({
    entries: z.array(entry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'Someone who changed jobs and was put on a list',
      params: { prospectId: exampleIds.amara },
      query: { limit: '2' },
      data: {
        entries: [entryExample('list.member_added'), entryExample('prospect.updated')],
        nextCursor: null,
      },
    },
  ],
});
