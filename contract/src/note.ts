import { z } from 'zod';
import { exampleIds } from './example-ids.ts';
import { id, timestamp } from './fields.ts';

export const noteKinds = ['note', 'call', 'meeting', 'message'] as const;
export type NoteKind = (typeof noteKinds)[number];
export const noteKind = z.enum(noteKinds);

export const maxNoteLength = 10_000;

export const noteSchema = z
  .strictObject({
    id: id(),
    prospectId: id(),
    kind: noteKind,
    text: z.string().describe('Empty if only the call, meeting or message was logged.'),
    occurredAt: timestamp().describe('When it took place. Of a note, when it was written.'),
    authorId: id().describe('The user who wrote it.'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof noteSchema>;

export const noteExample = {
  id: exampleIds.note,
  prospectId: exampleIds.amara,
  kind: 'call' as const,
  text: 'Wants a quote for **40 sensors**. Decides with her plant manager.',
  occurredAt: '2026-03-05T09:00:00.000Z',
  authorId: exampleIds.user,
  createdAt: '2026-03-05T14:02:37.915Z',
  updatedAt: '2026-03-05T14:02:37.915Z',
};

/** Users are not checked before they are mentioned, so a long text mentions only its first ones. */
const maxMentions = 50;

/** `@[id]` mentions a user, whatever their name becomes. */
export const mentionedUsers = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi)]
      .slice(0, maxMentions)
      .map((match) => match[1]!.toLowerCase()),
  ),
];
