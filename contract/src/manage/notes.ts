import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, ifUpdatedAt, ref, text } from '../fields.ts';
import { maxNoteLength, noteExample, noteKind, noteSchema } from '../note.ts';
import { nextCursor, pageParams } from '../query.ts';

const prospectParams = z.object({ prospectId: ref('prospect').describe('The prospect.') });
const params = z.object({ noteId: ref('note').describe('The note.') });
const exampleParams = { params: { noteId: exampleIds.note } };

const noteText = text(maxNoteLength)
  .optional()
  .describe(
    'Plain text. The console shows **bold**, *italic*, lists and links of Markdown, and no HTML. ' +
      '`@[id]` with the id of a member mentions them, and they get a notification.',
  );
const occurredAt = z.iso
  .datetime({ offset: true, error: 'must be a date-time such as 2026-03-05T09:00:00Z' })
  .optional();

export const getNotes = defineEndpoint({
  ...manageDefaults,
  id: 'getNotes',
  method: 'GET',
  path: '/prospects/{prospectId}/notes',
  topic: 'Notes and follow-ups',
  params: prospectParams,
  summary: 'List the notes of a prospect',
  description: 'Returns notes and logged calls, meetings and messages, the latest first.',
  role: 'viewer',
  query: z.object({ ...pageParams('Notes') }),
  body: null,
  data: z.strictObject({ notes: z.array(noteSchema), nextCursor }),
  examples: [
    {
      summary: 'The latest note',
      params: { prospectId: exampleIds.amara },
      query: { limit: '1' },
      data: { notes: [noteExample], nextCursor: null },
    },
  ],
});

export const postNotes = defineEndpoint({
  ...manageDefaults,
  id: 'postNotes',
  method: 'POST',
  path: '/prospects/{prospectId}/notes',
  topic: 'Notes and follow-ups',
  params: prospectParams,
  summary: 'Add a note',
  description:
    'Adds a note, or logs a call, a meeting or a message that was not sent with Outcrop. ' +
    '`lastActivityAt` of the prospect becomes `occurredAt`, unless it is later already.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      kind: noteKind.optional().describe('Default: `note`.'),
      text: noteText,
      occurredAt: occurredAt.describe('When it took place, not in the future. Default: now.'),
    })
    .refine(({ kind = 'note', text }) => kind !== 'note' || text !== undefined, {
      error: 'must not be empty',
      path: ['text'],
      ...checkEvenIfInvalid,
    }),
  data: z.strictObject({ note: noteSchema, ...writeResultFields }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'A call',
      params: { prospectId: exampleIds.amara },
      body: {
        kind: 'call',
        text: noteExample.text,
        occurredAt: noteExample.occurredAt,
      },
      data: { note: noteExample },
    },
  ],
});

export const getNote = defineEndpoint({
  ...manageDefaults,
  id: 'getNote',
  method: 'GET',
  path: '/notes/{noteId}',
  topic: 'Notes and follow-ups',
  params,
  summary: 'Get a note',
  description: 'Returns a note, for example the one that `note.added` names.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ note: noteSchema }),
  examples: [{ summary: 'A call', ...exampleParams, data: { note: noteExample } }],
});

const whoMayChange = 'Members change their own notes, Admins all.';

export const patchNote = defineEndpoint({
  ...manageDefaults,
  id: 'patchNote',
  method: 'PATCH',
  path: '/notes/{noteId}',
  topic: 'Notes and follow-ups',
  params,
  summary: 'Change a note',
  description: `Omitted fields keep their value. ${whoMayChange}`,
  role: 'member',
  query: noQuery,
  body: z.object({
    text: noteText,
    occurredAt: occurredAt.describe('When it took place, not in the future.'),
    ifUpdatedAt: ifUpdatedAt(),
  }),
  data: z.strictObject({ note: noteSchema, ...writeResultFields }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'Another text',
      ...exampleParams,
      body: { text: 'Wants a *quote*.', ifUpdatedAt: noteExample.updatedAt },
      data: {
        note: {
          ...noteExample,
          text: 'Wants a *quote*.',
          updatedAt: '2026-03-05T14:10:00.000Z',
        },
      },
    },
  ],
});

export const deleteNote = defineEndpoint({
  ...manageDefaults,
  id: 'deleteNote',
  method: 'DELETE',
  path: '/notes/{noteId}',
  topic: 'Notes and follow-ups',
  params,
  summary: 'Delete a note',
  description: `Deletes a note for good. ${whoMayChange}`,
  role: 'member',
  query: noQuery,
  body: null,
  data: z.strictObject({ note: noteSchema }),
  examples: [{ summary: 'Delete', ...exampleParams, data: { note: noteExample } }],
});
