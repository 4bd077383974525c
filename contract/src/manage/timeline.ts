import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { eventBody, eventExample } from '../event-body.ts';
import {
  type EventData,
  type EventKind,
  type EventPrevious,
  eventDefinitions,
  eventKinds,
} from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { ref } from '../fields.ts';
import { type Note, noteSchema } from '../note.ts';
import { nextCursor, pageParams } from '../query.ts';

type Kind = Exclude<
  EventKind,
  'quota.low' | 'webhook.test' | 'mailbox.failing' | 'campaign.paused'
>;
const kinds = eventKinds.filter(
  (kind): kind is Kind => 'prospectId' in eventDefinitions[kind].data.shape,
);

type Entry = {
  [K in Kind]: Omit<z.output<ReturnType<typeof eventBody>>, 'workspaceId' | 'type' | 'data'> & {
    type: K;
    data: EventData<K>;
    previous: EventPrevious<K> | null;
  } & (K extends 'note.added' ? { note: Note | null } : unknown);
}[Kind];

/** A webhook event without the workspace id. */
const entryOf = (kind: Kind) => {
  const { workspaceId: _, ...shape } = eventBody(kind).shape;
  const { previous } = eventDefinitions[kind];
  return z.strictObject({
    ...shape,
    previous: previous?.nullable() ?? z.null(),
    ...(kind === 'note.added' && {
      note: noteSchema.nullable().describe('The note as it is now. Null if it was deleted.'),
    }),
  });
};

const entry = z
  .union(kinds.map(entryOf) as unknown as [z.ZodType<Entry>])
  .meta({ id: 'TimelineEntry' });

const entryExample = (kind: Kind) => {
  const { workspaceId: _, ...example } = eventExample(kind);
  return { previous: null, ...example };
};

export const getProspectTimeline = defineEndpoint({
  ...manageDefaults,
  id: 'getProspectTimeline',
  method: 'GET',
  path: '/prospects/{prospectId}/timeline',
  topic: 'People',
  params: z.object({ prospectId: ref('prospect').describe('The prospect.') }),
  summary: 'Get the timeline of a prospect',
  description:
    'Returns all events of a prospect from the last 13 months, newest first. Events of ' +
    'records that were merged into this one are included: they have the id of that record ' +
    'in `data.prospectId`, and the last of them is its `prospect.deleted`. Emails of a mailbox that ' +
    'the caller cannot see have neither subject nor text.',
  role: 'viewer',
  query: z.object({
    ...pageParams('Entries'),
  }),
  body: null,
  data: z.strictObject({
    entries: z.array(entry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'A changed title and a list membership',
      params: { prospectId: exampleIds.amara },
      query: { limit: '2' },
      data: {
        entries: [entryExample('list.member_added'), entryExample('prospect.updated')],
        nextCursor: null,
      },
    },
  ],
});
