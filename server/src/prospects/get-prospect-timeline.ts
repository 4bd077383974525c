import type { ManageResult } from '@outcrop/contract';
import { selectNotes } from '../core/notes/stored-notes.sql.ts';
import { prospectExists } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creationPositionOf, type PagePosition, pageOf } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { selectTimeline, selectVisibleConversations, type TimelineEntry } from './timeline.sql.ts';

type Timeline = ManageResult<'getProspectTimeline'>;

/** Returns the events of one prospect, newest first. */
export async function getProspectTimeline({
  caller,
  params: { prospectId },
  query,
  tx,
}: ManageCall<'getProspectTimeline'>): Promise<Timeline> {
  const select = (after: PagePosition | null, take: number) =>
    selectTimeline(tx, prospectId, take, after);
  const [exists, { rows, nextCursor }] = await Promise.all([
    prospectExists(tx, prospectId),
    pageOf(query, { prospectId }, select, creationPositionOf),
  ]);
  if (!exists) throw notFound('prospect', prospectId);
  const entries = await hidePrivateTexts(tx, caller.userId, await addNotes(tx, rows));
  return { entries: entries as Timeline['entries'], nextCursor };
}

/** Hides the subject and text of emails in mailboxes that the user cannot see. */
async function hidePrivateTexts(
  tx: Tx,
  userId: string,
  entries: TimelineEntry[],
): Promise<TimelineEntry[]> {
  const ids = entries.flatMap(({ data }) => conversationIdOf(data) ?? []);
  if (ids.length === 0) return entries;
  const visible = await selectVisibleConversations(tx, userId, ids);
  return entries.map((entry) => {
    const id = conversationIdOf(entry.data);
    if (id === undefined || visible.has(id)) return entry;
    const data = { ...entry.data, subject: null, ...('snippet' in entry.data && { snippet: '' }) };
    return { ...entry, data };
  });
}

const conversationIdOf = (data: { conversationId?: string }): string | undefined =>
  data.conversationId;

/** Adds the current notes, because events of notes have no text. */
async function addNotes(tx: Tx, entries: TimelineEntry[]): Promise<TimelineEntry[]> {
  const ids = entries.flatMap(({ data }) => noteIdOf(data) ?? []);
  if (ids.length === 0) return entries;
  const notes = new Map((await selectNotes(tx, ids)).map((note) => [note.id, note]));
  return entries.map((entry) => {
    const id = noteIdOf(entry.data);
    return id === undefined ? entry : { ...entry, note: notes.get(id) ?? null };
  });
}

const noteIdOf = (data: { noteId?: string }): string | undefined => data.noteId;
