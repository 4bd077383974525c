import { afterAll, describe, expect, test } from 'vitest';
import { messageLimits } from '../../src/core/receiving/message.ts';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { buildMessage } from './build-message.ts';
import { hostileMessages } from './hostile-messages.ts';

const parser = new MessageParser();
const { signal } = new AbortController();
afterAll(() => parser.close());

const bytes = (text: string) => Buffer.from(text, 'latin1');
// oxlint-disable-next-line no-control-regex
const forbidden = /[^\P{Cc}\t\n]/u;

describe('a hostile message is read within its limits, or only its header is', () => {
  test.for(Object.entries(hostileMessages))('%s', async ([, write]) => {
    const { parsed: message, decision } = await parser.parseRaw('a', bytes(write()), signal);
    expect(message.text.length).toBeLessThanOrEqual(messageLimits.textLength);
    expect(message.html?.length ?? 0).toBeLessThanOrEqual(messageLimits.htmlLength);
    expect(message.subject.length).toBeLessThanOrEqual(messageLimits.subjectLength);
    expect(message.to.length).toBeLessThanOrEqual(messageLimits.recipients);
    expect(message.ownWords.length).toBeLessThanOrEqual(messageLimits.ownWordsInput);
    const texts = JSON.stringify([message.text, message.html, message.subject, message.ownWords]);
    expect(texts.isWellFormed() && !forbidden.test(JSON.parse(texts).join(''))).toBe(true);
    expect(decision.kind).toBe('human');
  });
});

test('a message that takes too long comes back with its header, and the next one is read', async () => {
  const strict = new MessageParser({ threads: 2, maxCpuMs: 1 });
  const { parsed: slow } = await strict.parseRaw(
    'a',
    bytes(hostileMessages['nested tables']!()),
    signal,
  );
  expect(slow).toMatchObject({ isHeaderOnly: true, text: '' });
  await strict.close();
  const { parsed: next } = await parser.parseRaw(
    'a',
    bytes(buildMessage({ body: 'Hello' })),
    signal,
  );
  expect(next).toMatchObject({ isHeaderOnly: false, ownWords: 'Hello' });
});

test('a message that takes too much memory comes back with its header, and the next one is read', async () => {
  const strict = new MessageParser({ maxMegabytes: 16, maxCpuMs: 60_000 });
  const { parsed: large } = await strict.parseRaw(
    'a',
    bytes(hostileMessages['nested HTML']!()),
    signal,
  );
  expect(large).toMatchObject({ isHeaderOnly: true, subject: 'Re: A question', text: '' });
  const { parsed: next } = await strict.parseRaw(
    'a',
    bytes(buildMessage({ body: 'Hello' })),
    signal,
  );
  expect(next).toMatchObject({ isHeaderOnly: false, ownWords: 'Hello' });
  await strict.close();
});

test('text parts of a server are decoded as the whole message would be', async () => {
  const source = {
    header: bytes(
      'From: Bob <BOB@acme.example>\r\nReferences: <a@x> <b@x>\r\nSubject: =?utf-8?B?w6Q=?=\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n',
    ),
    parts: [
      {
        path: '1',
        header: bytes(
          'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
        ),
        body: bytes('Sch=F6n\0\r\n\r\n> alt'),
      },
      {
        path: '2',
        header: bytes('Content-Type: text/html; charset=utf-8\r\n\r\n'),
        body: bytes('<p>Schoen</p>'),
      },
    ],
  };
  const mailbox = { workspaceId: 'a', address: 'ann@outcrop.example' };
  const { parsed } = await parser.parse(mailbox, source, signal);
  expect(parsed).toMatchObject({
    from: { name: 'Bob', address: 'bob@acme.example' },
    references: ['a@x', 'b@x'],
    subject: 'ä',
    text: 'Schön\n\n> alt',
    ownWords: 'Schön',
    html: '<p>Schoen</p>',
  });
});
