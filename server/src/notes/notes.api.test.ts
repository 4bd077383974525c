import type { Note } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { workClient } from '../../test/prospects/work-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

test('notes are added, listed latest first in pages, edited and deleted', async () => {
  const client = await workClient(service);
  const { prospectId, ask, addNote } = client;
  const first = await addNote({ text: '  Likes **tea**\n- one  ' });
  expect(first).toMatchObject({ kind: 'note', text: 'Likes **tea**\n- one', prospectId });
  expect(first.occurredAt).toBe(first.createdAt);
  const call = await addNote({ kind: 'call', occurredAt: ago(2 * hour) });
  expect(call).toMatchObject({ kind: 'call', text: '' });
  const last = await addNote({ text: 'Last' });
  const path = `/prospects/${prospectId}/notes`;
  const { data } = await ask('GET', path);
  expect(data.notes.map(({ id }: Note) => id)).toEqual([last.id, first.id, call.id]);
  const page = await ask('GET', `${path}?limit=2`);
  const next = await ask('GET', `${path}?limit=2&cursor=${page.data.nextCursor}`);
  expect([...page.data.notes, ...next.data.notes]).toEqual(data.notes);

  // Imported notes may be older than 1970.
  for (const year of ['1890', '0001'])
    await addNote({ text: year, occurredAt: `${year}-01-01T00:00:00Z` });
  const old = await ask('GET', `${path}?limit=4`);
  const oldest = await ask('GET', `${path}?limit=4&cursor=${old.data.nextCursor}`);
  expect([...old.data.notes, ...oldest.data.notes].map(({ text }: Note) => text).slice(3)).toEqual([
    '1890',
    '0001',
  ]);

  const edited = await ask('PATCH', `/notes/${last.id}`, { text: 'Changed' });
  expect(edited.data.note).toMatchObject({ text: 'Changed', createdAt: last.createdAt });
  expect((await ask('GET', `/notes/${last.id}`)).data).toEqual(edited.data);
  await ask('DELETE', `/notes/${last.id}`);
  expect((await ask('GET', `/notes/${last.id}`)).status).toBe(404);
  const audited = (await client.audit()).map(({ action, target }) => [action, target]);
  expect(audited).toEqual([
    ['note.edited', last.id],
    ['note.deleted', last.id],
  ]);
});

test('a note has 1 to 10,000 characters; only calls, meetings and messages can be without text', async () => {
  const { prospectId, ask, addNote } = await workClient(service);
  const problem = async (body: object) =>
    (await ask('POST', `/prospects/${prospectId}/notes`, body)).error?.fieldErrors;
  expect(await problem({})).toEqual({ text: ['must not be empty'] });
  expect(await problem({ text: ' ' })).toEqual({ text: ['must not be empty'] });
  expect(await problem({ text: 'x'.repeat(10_001) })).toHaveProperty('text');
  expect(await problem({ kind: 'call', occurredAt: ago(-hour) })).toHaveProperty('occurredAt');
  expect(await addNote({ text: '🌊'.repeat(10_000) })).toMatchObject({ kind: 'note' });
});

test('Viewers read, Members change their own notes, Admins all', async () => {
  const { prospectId, workspace, ask, addNote } = await workClient(service);
  const [author, member, admin, viewer] = await Promise.all(
    (['member', 'member', 'admin', 'viewer'] as const).map((role) => workspace.token(role)),
  );
  const { id } = await addNote({ text: 'Mine' }, author);
  const edit = async (token?: string) =>
    (await ask('PATCH', `/notes/${id}`, { text: 'Changed' }, token)).status;
  expect([await edit(member), await edit(viewer), await edit(author), await edit(admin)]).toEqual([
    403, 403, 200, 200,
  ]);
  expect((await ask('GET', `/notes/${id}`, undefined, viewer)).status).toBe(200);
  expect((await ask('POST', `/prospects/${prospectId}/notes`, { text: 'x' }, viewer)).status).toBe(
    403,
  );
  const remove = async (token?: string) =>
    (await ask('DELETE', `/notes/${id}`, undefined, token)).status;
  expect([await remove(member), await remove(admin)]).toEqual([403, 200]);
});

test('of two edits of the same version, the second is 422 and changes nothing', async () => {
  const { ask, addNote } = await workClient(service);
  const { id, updatedAt } = await addNote({ text: 'Before' });
  const edits = await Promise.all(
    ['One', 'Two'].map((text) => ask('PATCH', `/notes/${id}`, { text, ifUpdatedAt: updatedAt })),
  );
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 422]);
  const stored = (await ask('GET', `/notes/${id}`)).data.note;
  expect(stored).toEqual(edits.find(({ status }) => status === 200)!.data.note);
  const { error } = edits.find(({ status }) => status === 422)!;
  expect(Object.keys(error.fieldErrors)).toEqual(['ifUpdatedAt']);
});

test('a logged call moves lastActivityAt to its time, and never back', async () => {
  const { prospectId, workspace, ask, addNote, read } = await workClient(service);
  await service.owner.query(sql`
    update prospect set last_activity_at = '2026-01-05T10:00:00Z' where workspace_id = ${workspace.id}`);
  const lastActivity = async () => (await read(prospectId)).lastActivityAt;
  const yesterday = ago(24 * hour);
  const { id } = await addNote({ kind: 'meeting', occurredAt: yesterday });
  expect(await lastActivity()).toBe(yesterday);
  await addNote({ kind: 'call', occurredAt: ago(48 * hour) });
  expect(await lastActivity()).toBe(yesterday);
  const later = ago(12 * hour);
  await ask('PATCH', `/notes/${id}`, { occurredAt: later });
  expect(await lastActivity()).toBe(later);
  const { occurredAt } = await addNote({ text: 'Now' });
  expect(await lastActivity()).toBe(occurredAt);
});

test('the event has no text; the timeline shows the note as it is now', async () => {
  const { prospectId, ask, addNote, timeline, events } = await workClient(service);
  const { id, occurredAt } = await addNote({ kind: 'call', text: 'A secret' });
  const data = { prospectId, noteId: id, kind: 'call', occurredAt };
  const [event] = (await events()).filter(({ type }) => type === 'note.added');
  expect(event).toMatchObject({ data });
  const { data: edited } = await ask('PATCH', `/notes/${id}`, { text: 'Public' });
  expect((await timeline(prospectId)).entries[0]).toMatchObject({
    type: 'note.added',
    data,
    note: edited.note,
  });
  await ask('DELETE', `/notes/${id}`);
  expect((await timeline(prospectId)).entries[0]).toMatchObject({ data, note: null });
});

test('a merge moves notes and follow-ups, and deleting the prospect deletes them', async () => {
  const { prospectId, workspace, ask, addNote, addFollowUp, addLead, merge, bulk } =
    await workClient(service);
  const note = await addNote({ text: 'Moves along' });
  const followUp = await addFollowUp({ title: 'Call', dueOn: '2026-03-09' });
  const keepId = await addLead({ email: 'kept@acme.example' });
  expect((await merge(keepId, prospectId)).status).toBe(200);
  expect((await ask('GET', `/prospects/${keepId}/notes`)).data.notes).toEqual([
    { ...note, prospectId: keepId },
  ]);
  const { data } = await ask('GET', `/follow-ups?prospectId=${keepId}`);
  expect(data.followUps).toMatchObject([{ id: followUp.id, prospect: { id: keepId } }]);
  await bulk({ action: 'delete', prospectIds: [keepId] });
  const left = await service.owner.query(sql`
    select id from note where workspace_id = ${workspace.id}
    union all select id from follow_up where workspace_id = ${workspace.id}`);
  expect(left).toEqual([]);
});
