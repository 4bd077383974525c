import { expect, test } from 'vitest';
import { threadNumber } from '../../dev/imap-server.ts';
import { startScriptedImap } from '../mail/scripted-imap.ts';
import { storedMessages, storeUnstorable } from './stored-messages.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const { addMailbox, watch, subjects, state, owner } = await watchedWorkspace();

const stored = (id: string) => expect.poll(() => subjects(id));

const part = '("text" "plain" NIL NIL NIL "7bit" 1 1)';
const structures = {
  'exceeds the limits of an answer': `(${part.repeat(20_000)} "mixed")`,
  'is nested too deeply': `${'('.repeat(200)}${part}${' "mixed")'.repeat(200)}`,
};

test.each(Object.entries(structures))(
  'a message whose structure %s is stored without it',
  async (name, structure) => {
    const server = await startScriptedImap({
      structureOf: (source) => (source.includes('Subject: Odd') ? structure : undefined),
    });
    for (const subject of ['one', 'Odd', 'three'])
      server.add(rawMessage(subject, { id: `${subject}@${name.length}.example` }));
    const id = await addMailbox(server);
    watch();
    await stored(id).toEqual(['one', 'Odd', 'three']);
    await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
    expect(await storedMessages(owner, id)).toContainEqual(
      expect.objectContaining({ subject: 'Odd', text: 'Hello', attachments: [] }),
    );
  },
);

test('Gmail’s number of a thread is read', async () => {
  const server = await startScriptedImap({ capabilities: 'IDLE X-GM-EXT-1' });
  const sources = ['An idea', 'Re: An idea', 'Other'].map((subject, index) =>
    rawMessage(subject, { id: `${index}@thread.example` }),
  );
  for (const source of sources) server.add(source);
  const id = await addMailbox(server);
  watch();
  await expect
    .poll(async () => (await storedMessages(owner, id)).map(({ thread }) => thread))
    .toEqual(sources.map(threadNumber));
  expect(threadNumber(sources[0]!)).toBe(threadNumber(sources[1]!));
});

/** A server with access tokens, and credentials that replace a refused one. */
async function tokenServer(accepted: string) {
  const tokenOf = (command: string) =>
    /auth=Bearer (\w+)/.exec(Buffer.from(command.split(' ').at(-1)!, 'base64').toString())?.[1];
  const server = await startScriptedImap({
    capabilities: 'IDLE SASL-IR AUTH=XOAUTH2',
    onCommand: (command) =>
      command.startsWith('AUTHENTICATE') && tokenOf(command) !== accepted
        ? 'NO [AUTHENTICATIONFAILED] Invalid credentials'
        : true,
  });
  const refused: (string | undefined)[] = [];
  return {
    server,
    refused,
    signIns: () => server.commands.flatMap((command) => tokenOf(command) ?? []),
    credentials: {
      of: async (_: string, __: unknown, given: { refused?: string } = {}) => {
        refused.push(given.refused);
        return { user: 'ana', accessToken: given.refused === undefined ? 'old' : 'fresh' };
      },
    },
  };
}

test('a refused access token is replaced once, and the mailbox is read', async () => {
  const { server, refused, signIns, credentials } = await tokenServer('fresh');
  server.add(rawMessage('With a token', { id: 'token@a.example' }));
  const id = await addMailbox(server);
  watch({ credentials });
  await stored(id).toEqual(['With a token']);
  expect(signIns()).toEqual(['old', 'fresh']);
  expect(refused).toEqual([undefined, 'old']);
  expect(await state(id)).toMatchObject({ status: 'ok' });
});

test('if the new access token is refused too, the mailbox needs attention and is not tried again', async () => {
  const { server, signIns, credentials } = await tokenServer('none');
  const id = await addMailbox(server);
  const other = await startScriptedImap();
  const working = await addMailbox(other);
  watch({
    credentials: {
      of: async (workspaceId, mailbox, options) =>
        mailbox.id === id
          ? credentials.of(workspaceId, mailbox, options)
          : { user: 'ana', password: 'secret' },
    },
  });
  await expect.poll(() => state(id)).toMatchObject({ status: 'needs_attention', reason: 'auth' });
  for (const name of ['one', 'two']) {
    other.add(rawMessage(name, { id: `${name}@beside.example` }));
    await expect.poll(async () => (await subjects(working)).includes(name)).toBe(true);
  }
  expect(signIns()).toEqual(['old', 'fresh']);
});

test('messages that one worker skipped are known to the next one', async () => {
  const server = await startScriptedImap();
  const names = ['one', 'Unstorable', 'Unstorable', 'three'];
  for (const [index, name] of names.entries())
    server.add(rawMessage(name, { id: `${name}-${index}@skipped.example` }));
  const id = await addMailbox(server);
  const first = watch();
  await stored(id).toEqual(['one', 'three']);
  await first.stop();

  const second = watch();
  server.add(rawMessage('four', { id: 'four@skipped.example' }));
  await stored(id).toEqual(['one', 'three', 'four']);
  await second.stop();
  expect(await state(id)).toMatchObject({ syncedAt: null });

  await storeUnstorable(owner);
  watch();
  await stored(id).toEqual(['one', 'three', 'four', 'Unstorable', 'Unstorable']);
  await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
});
