import { randomUUIDv7 } from 'node:crypto';
import { atLeast, type ManageResult, mentionedUsers } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { emitEvents } from '../core/events/emit-events.ts';
import { moveActivity } from '../core/events/prospect-activity.sql.ts';
import { type StoredNote, selectNotes } from '../core/notes/stored-notes.sql.ts';
import { notifyOfMentions } from '../core/notifications/notify-users.sql.ts';
import { prospectExists } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Caller } from '../platform/caller.ts';
import { type PagePosition, pageOf } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalidField, notFound } from '../platform/error.ts';
import { nextUpdatedAt, rejectIfStale } from '../platform/stale-edit.ts';
import { insertNote, lockNote, removeNote, selectProspectNotes, updateNote } from './notes.sql.ts';

export async function getNotes({
  params: { prospectId },
  query,
  tx,
}: ManageCall<'getNotes'>): Promise<ManageResult<'getNotes'>> {
  const select = (after: PagePosition | null, take: number) =>
    selectProspectNotes(tx, prospectId, after, take);
  const [exists, { rows: notes, nextCursor }] = await Promise.all([
    prospectExists(tx, prospectId),
    pageOf(query, { notesOf: prospectId }, select, ({ occurredAt: at, id }) => ({ at, id })),
  ]);
  if (!exists) throw notFound('prospect', prospectId);
  return { notes, nextCursor };
}

export async function getNote({
  params,
  tx,
}: ManageCall<'getNote'>): Promise<ManageResult<'getNote'>> {
  const [note] = await selectNotes(tx, [params.noteId]);
  if (!note) throw notFound('note', params.noteId);
  return { note };
}

export async function postNotes(call: ManageCall<'postNotes'>): Promise<ManageResult<'postNotes'>> {
  const { tx, caller, params, body } = call;
  const { prospectId } = params;
  if (!(await prospectExists(tx, prospectId))) throw notFound('prospect', prospectId);
  const now = new Date();
  const note: StoredNote = {
    id: randomUUIDv7(),
    prospectId,
    kind: body.kind ?? 'note',
    text: body.text ?? '',
    occurredAt: occurrenceTime(body.occurredAt, now),
    authorId: caller.userId,
    createdAt: now,
    updatedAt: now,
  };
  insertNote(tx, note);
  const { id: noteId, kind, occurredAt } = note;
  const data = { prospectId, noteId, kind, occurredAt: occurredAt.toISOString() };
  emitEvents(call, [{ type: 'note.added', prospectId, data }]);
  notifyOfMentions(tx, newMentions(call, note));
  return { note };
}

export async function patchNote(call: ManageCall<'patchNote'>): Promise<ManageResult<'patchNote'>> {
  const { tx, caller, params, body } = call;
  const before = await lockEditableNote(tx, caller, params.noteId);
  rejectIfStale('note', before, body.ifUpdatedAt);
  const note: StoredNote = {
    ...before,
    text: body.text ?? before.text,
    occurredAt: body.occurredAt ? occurrenceTime(body.occurredAt, new Date()) : before.occurredAt,
    updatedAt: nextUpdatedAt(before),
  };
  updateNote(tx, note);
  notifyOfMentions(tx, newMentions(call, note, before.text));
  moveActivity(tx, [note.prospectId], note.occurredAt);
  recordAudit(call, { action: 'note.edited', target: note.id, detail: prospectDetail(note) });
  return { note };
}

export async function deleteNote(
  call: ManageCall<'deleteNote'>,
): Promise<ManageResult<'deleteNote'>> {
  const { tx, caller, params } = call;
  const note = await lockEditableNote(tx, caller, params.noteId);
  removeNote(tx, note.id);
  recordAudit(call, { action: 'note.deleted', target: note.id, detail: prospectDetail(note) });
  return { note };
}

const newMentions = (
  { caller }: { caller: Caller },
  { id: noteId, prospectId, text }: StoredNote,
  textBefore = '',
) => {
  const known = new Set(mentionedUsers(textBefore));
  const userIds = mentionedUsers(text).filter((userId) => !known.has(userId));
  return { noteId, prospectId, authorId: caller.userId, userIds };
};

const prospectDetail = ({ prospectId }: StoredNote) => ({ prospectId });

async function lockEditableNote(tx: Tx, { userId, role }: Caller, id: string): Promise<StoredNote> {
  const note = await lockNote(tx, id);
  if (!note) throw notFound('note', id);
  if (note.authorId !== userId && !atLeast(role, 'admin'))
    throw new ApiError('insufficient_role', 'Only its author or an Admin can change a note.');
  return note;
}

/** The clock of a caller may be ahead. */
const maxAheadMs = 5 * 60_000;

function occurrenceTime(occurredAt: string | undefined, now: Date): Date {
  if (occurredAt === undefined) return now;
  const at = new Date(occurredAt);
  if (at.getTime() > now.getTime() + maxAheadMs)
    throw invalidField('occurredAt', 'must not be in the future; plan a follow-up instead');
  return at > now ? now : at;
}
