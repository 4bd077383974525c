import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { startScriptedImap } from '../mail/scripted-imap.ts';
import { sizeForRun } from '../run-size.ts';
import { storedMessages } from './stored-messages.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const { addMailbox, watch, subjects, state, owner, workspaceId } = await watchedWorkspace();
const messages = sizeForRun(110, 10_000);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('after seven days away, each message is stored once, a bounded part of them at a time', async () => {
  const server = await startScriptedImap();
  server.add(rawMessage('Before', { id: 'before@away.example' }), { at: minutesAgo(8 * 24 * 60) });
  server.add(rawMessage('Recent', { id: 'recent@away.example' }), { at: minutesAgo(7 * 24 * 60) });
  const id = await addMailbox(server);
  const first = watch();
  await expect.poll(async () => (await subjects(id)).at(-1)).toBe('Recent');
  await first.stop();

  const expected = Array.from({ length: messages }, (_, index) => `Message ${index}`);
  const large = 'x'.repeat(200_000);
  const largeMessages = sizeForRun(25, 50);
  for (const [index, subject] of expected.entries()) {
    const at = minutesAgo((7 * 24 * 60 * (messages - index)) / messages);
    // More large ones in a row than fit into memory at once.
    const body = index >= 60 && index < 60 + largeMessages ? large : 'Hello';
    server.add(rawMessage(subject, { id: `${index}@away.example`, body }), { at });
  }
  // A comparison is due at once, as after every long absence.
  watch({ times: { compareMs: 1 } });
  await expect
    .poll(async () => (await subjects(id)).length, { timeout: 280_000 })
    .toBeGreaterThanOrEqual(messages + 2);
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
  const stored = (await subjects(id)).filter((subject) => subject.startsWith('Message'));
  expect(stored.sort()).toEqual(expected.sort());
  const batches = Map.groupBy(await storedMessages(owner, id), ({ at }) => at.getTime());
  const sizes = [...batches.values()].map((batch) => batch.map(({ text }) => text.length));
  const bytes = sizes.map((each) => each.reduce((sum, size) => sum + size, 0));
  expect(Math.max(...sizes.map(({ length }) => length))).toBeLessThanOrEqual(50);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test('hashes of messages are kept for 400 days', async () => {
  const server = await startScriptedImap();
  const id = await addMailbox(server);
  const days = async () => {
    const rows = await owner.query<{ days: number }>(sql`
      select extract(day from now() - received_at)::integer as days from received
      where mailbox_id = ${id} order by days`);
    return rows.map((row) => row.days);
  };
  for (const age of [1, 399, 401])
    await owner.query(sql`
      insert into received (workspace_id, mailbox_id, hash, received_at)
      values (${workspaceId}, ${id}, ${Buffer.from([age % 256])}, now() - ${age} * interval '1 day')`);
  watch();
  await expect.poll(days).toEqual([1, 399]);
});
