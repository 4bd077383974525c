import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { startScriptedImap } from '../mail/scripted-imap.ts';
import { storedMessages } from './stored-messages.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const workspace = await watchedWorkspace();
const { addMailbox, watch, subjects, state, owner } = workspace;

const expectStored = (id: string) => expect.poll(() => subjects(id));

test('messages of the inbox, Junk and Sent are stored once each', async () => {
  const server = await startScriptedImap();
  server.add(rawMessage('Before', { id: 'before@a.example' }));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['Before']);
  server.add(rawMessage('Announced', { id: 'announced@a.example' }));
  await expectStored(id).toEqual(['Before', 'Announced']);
  server.add(rawMessage('Re: Before', { id: 'junk@a.example' }), { folder: 'Junk' });
  server.add(rawMessage('Own answer', { id: 'sent@a.example' }), { folder: 'Sent' });
  await expect
    .poll(async () => (await subjects(id)).sort())
    .toEqual(['Announced', 'Before', 'Own answer', 'Re: Before']);
  expect(await storedMessages(owner, id)).toContainEqual(
    expect.objectContaining({ folder: 'sent', subject: 'Own answer', text: 'Hello' }),
  );
});

test('a server that never announces is found out by polling', async () => {
  const server = await startScriptedImap({ isSilent: true });
  const id = await addMailbox(server);
  watch();
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
  server.add(rawMessage('Unannounced', { id: 'silent@a.example' }));
  await expectStored(id).toEqual(['Unannounced']);
});

test('a server that stops answering is given up and connected to again', async () => {
  let isSilent = false;
  const server = await startScriptedImap({
    isSilent: true,
    onCommand: (_, connection) => !(isSilent && connection === 1),
  });
  const id = await addMailbox(server);
  watch({ times: { commandMs: 2_000 } });
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
  isSilent = true;
  server.add(rawMessage('After the silence', { id: 'half-open@a.example' }));
  await expectStored(id).toEqual(['After the silence']);
});

test('after a BYE the mailbox is connected to again, and nothing is lost', async () => {
  const server = await startScriptedImap();
  const id = await addMailbox(server);
  watch();
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
  for (const name of ['one', 'two', 'three']) {
    server.drop('* BYE restarting');
    server.add(rawMessage(name, { id: `${name}@bye.example` }));
  }
  await expectStored(id).toEqual(['one', 'two', 'three']);
});

test('messages that a server numbers anew are not stored again', async () => {
  const server = await startScriptedImap();
  for (let count = 1; count <= 120; count++)
    server.add(rawMessage(`Message ${count}`, { id: `${count}@renumber.example` }));
  const id = await addMailbox(server);
  watch();
  await expect.poll(async () => (await subjects(id)).length).toBe(120);
  server.remove(3);
  server.renumber();
  server.add(rawMessage('After', { id: 'after@renumber.example' }));
  await expect.poll(async () => (await subjects(id)).at(-1)).toBe('After');
  const folder = () =>
    owner.query(sql`
      select uid_validity::integer as validity, last_uid::integer as uid from folder
      where mailbox_id = ${id} and role = 'inbox'`);
  await expect.poll(folder).toEqual([{ validity: 2, uid: 120 }]);
  expect(await subjects(id)).toHaveLength(121);
});

test('a message that is deleted while it is read does not keep others from being stored', async () => {
  let wasRemoved = false;
  const server = await startScriptedImap({
    onCommand: (command) => {
      if (wasRemoved || !command.includes('BODY.PEEK[1]')) return;
      wasRemoved = true;
      server.remove(2);
    },
  });
  for (const name of ['one', 'two', 'three'])
    server.add(rawMessage(name, { id: `${name}@expunge.example` }));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['one', 'three']);
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
});

test('messages without a Message-ID are stored, and each once', async () => {
  const server = await startScriptedImap();
  for (const name of ['one', 'two', 'two']) server.add(rawMessage(name));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['one', 'two']);
  server.renumber();
  server.add(rawMessage('three'));
  await expectStored(id).toEqual(['one', 'two', 'three']);
});

test('a second message with the same Message-ID is not stored', async () => {
  const server = await startScriptedImap();
  server.add(rawMessage('first', { id: 'same@a.example' }));
  server.add(rawMessage('second', { id: 'same@a.example' }));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['first']);
  server.add(rawMessage('third', { id: 'same@a.example' }), { folder: 'Junk' });
  server.add(rawMessage('fourth', { id: 'other@a.example' }));
  await expectStored(id).toEqual(['first', 'fourth']);
});

test('a message that was ignored in Junk is stored once someone moves it to the inbox, once', async () => {
  const server = await startScriptedImap();
  server.add(rawMessage('Both', { id: 'first@junk.example' }));
  const id = await addMailbox(server);
  const received = () =>
    owner.query(sql`select ignored from received where mailbox_id = ${id} order by ignored`);
  watch({ times: { compareMs: 1_000 } });
  await expectStored(id).toEqual(['Both']);
  server.add(rawMessage('Moved', { id: 'moved@junk.example' }), { folder: 'Junk' });
  server.add(rawMessage('Re: Both', { id: 'both@junk.example' }), { folder: 'Junk' });
  const [known, ignored] = [{ ignored: false }, { ignored: true }];
  await expect.poll(received).toEqual([known, known, ignored]);
  server.add(rawMessage('Moved', { id: 'moved@junk.example' }));
  server.add(rawMessage('Re: Both', { id: 'both@junk.example' }));
  const sorted = async () => (await subjects(id)).sort();
  await expect.poll(sorted).toEqual(['Both', 'Moved', 'Re: Both']);
  expect(await received()).toEqual([known, known, known]);
  server.renumber();
  server.add(rawMessage('After', { id: 'after@junk.example' }));
  await expect.poll(sorted).toEqual(['After', 'Both', 'Moved', 'Re: Both']);
});

test('a new mailbox begins with the last seven days', async () => {
  const server = await startScriptedImap();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  server.add(rawMessage('old', { id: 'old@a.example' }), { at: daysAgo(12) });
  server.add(rawMessage('recent', { id: 'recent@a.example' }), { at: daysAgo(6) });
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['recent']);
});

test('a message that cannot be stored does not keep others back, and the inbox does not count as read', async () => {
  const server = await startScriptedImap();
  for (const name of ['one', 'Unstorable', 'three'])
    server.add(rawMessage(name, { id: `${name}@poison.example` }));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['one', 'three']);
  server.add(rawMessage('four', { id: 'four@poison.example' }));
  await expectStored(id).toEqual(['one', 'three', 'four']);
  expect(await state(id)).toMatchObject({ syncedAt: null });
});

test('the hourly comparison finds what was not stored', async () => {
  const server = await startScriptedImap();
  server.add(rawMessage('one', { id: 'one@compare.example' }));
  server.add(rawMessage('two', { id: 'two@compare.example' }));
  const id = await addMailbox(server);
  const first = watch();
  await expectStored(id).toEqual(['one', 'two']);
  await first.stop();
  await owner.query(sql`delete from received where mailbox_id = ${id}`);
  await owner.query(
    sql`delete from stored_message where subject = 'one' and conversation_id in (select id from conversation where mailbox_id = ${id})`,
  );
  watch({ times: { compareMs: 1 } });
  await expect.poll(async () => (await subjects(id)).includes('one')).toBe(true);
});

test('a refused password is tried once, and the mailbox needs attention', async () => {
  const server = await startScriptedImap({
    onCommand: (command) =>
      command.startsWith('LOGIN') ? 'NO [AUTHENTICATIONFAILED] no such password' : true,
  });
  const id = await addMailbox(server);
  const other = await startScriptedImap();
  const working = await addMailbox(other);
  watch();
  await expect.poll(() => state(id)).toMatchObject({ status: 'needs_attention', reason: 'auth' });
  for (const name of ['one', 'two']) {
    other.add(rawMessage(name, { id: `${name}@working.example` }));
    await expect.poll(async () => (await subjects(working)).includes(name)).toBe(true);
  }
  expect(server.commands.filter((command) => command.startsWith('LOGIN'))).toHaveLength(1);
});

test('a server with too many connections is tried again', async () => {
  const server = await startScriptedImap({
    onCommand: (command, connection) =>
      command.startsWith('LOGIN') && connection < 3 ? 'NO [LIMIT] Too many connections' : true,
  });
  server.add(rawMessage('at last', { id: 'limit@a.example' }));
  const id = await addMailbox(server);
  watch();
  await expectStored(id).toEqual(['at last']);
  expect(await state(id)).toMatchObject({ status: 'ok' });
});
