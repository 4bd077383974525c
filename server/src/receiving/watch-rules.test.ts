import type { MessageStructureObject } from 'imapflow';
import { expect, test } from 'vitest';
import { messageHash } from './fetch-messages.ts';
import { contentsOf } from './message-structure-rules.ts';
import { maxShare, reconnectDelayMs } from './watch-rules.ts';

test('a worker takes its share of all mailboxes and a tenth more', () => {
  expect(maxShare(1_000, 2)).toBe(550);
  expect(maxShare(1, 2)).toBe(2);
  expect(maxShare(0, 1)).toBe(0);
  expect(maxShare(10, 0)).toBe(11);
});

test('the wait before the next connection grows from a second to five minutes', () => {
  expect([1, 2, 3].map((failures) => reconnectDelayMs(failures, 1))).toEqual([1_000, 2_000, 4_000]);
  expect(reconnectDelayMs(1, 0)).toBe(500);
  expect(reconnectDelayMs(1_000, 1)).toBe(300_000);
});

const hash = (header: string, bytes = 100) =>
  messageHash(Buffer.from(header), bytes).toString('hex');

test('the Message-ID identifies a message, also if it is folded', () => {
  const plain = hash('Message-ID: <a@b.example>\r\nSubject: One\r\n\r\n');
  expect(hash('Subject: Two\r\nMESSAGE-ID:\r\n <a@b.example>\r\n\r\n', 7)).toBe(plain);
  expect(hash('Message-ID: <c@b.example>\r\nSubject: One\r\n\r\n')).not.toBe(plain);
});

test('a field of very many lines is read in linear time', () => {
  const lines = ' x\r\n \r\n'.repeat(500_000);
  const subject = `Subject: One${' x'.repeat(500_000)}\r\n\r\n`;
  expect(hash(`Subject: One\r\n${lines}\r\n`)).toBe(hash(subject));
});

test('without a Message-ID, date, sender, subject and size identify a message', () => {
  const header = 'From: a@b.example\r\nDate: Tue\r\nSubject: One\r\n\r\n';
  expect(hash(header)).toBe(hash(header));
  expect(hash(header, 101)).not.toBe(hash(header));
  expect(hash(header.replace('One', 'Two'))).not.toBe(hash(header));
});

const part = (path: string, type: string, more: Partial<MessageStructureObject> = {}) => ({
  part: path,
  type,
  size: 100,
  ...more,
});

test('texts and reports are read, and attachments are listed', () => {
  const returned = part('3', 'message/rfc822', { childNodes: [part('3', 'text/plain')] });
  const report = {
    type: 'multipart/report',
    childNodes: [part('1', 'text/plain'), part('2', 'message/delivery-status'), returned],
  };
  expect(contentsOf(report).textParts.map(({ path }) => path)).toEqual(['1', '2', '3']);
  const receipt = {
    type: 'multipart/report',
    childNodes: [part('1', 'text/plain'), part('2', 'message/disposition-notification')],
  };
  expect(contentsOf(receipt).textParts.map(({ path }) => path)).toEqual(['1', '2']);
  const accepted = {
    type: 'multipart/alternative',
    childNodes: [part('1', 'text/plain'), part('2', 'text/calendar')],
  };
  expect(contentsOf(accepted).textParts.map(({ path }) => path)).toEqual(['1', '2']);
  expect(contentsOf(accepted).attachments.map(({ path }) => path)).toEqual(['2']);
  const file = { disposition: 'attachment', dispositionParameters: { filename: 'a.txt' } };
  const mixed = {
    type: 'multipart/mixed',
    childNodes: [part('1', 'text/html'), part('2', 'text/plain', file)],
  };
  expect(contentsOf(mixed)).toEqual({
    textParts: [{ path: '1', hasOwnHeader: true }],
    attachments: [{ path: '2', name: 'a.txt', type: 'text/plain', bytes: 100 }],
  });
  expect(contentsOf({ type: 'text/plain', size: 5 }).textParts).toEqual([
    { path: '1', hasOwnHeader: false },
  ]);
});

test('a message with very many or very deep parts is bounded', () => {
  const wide = {
    type: 'multipart/mixed',
    childNodes: Array.from({ length: 100_000 }, (_, index) =>
      part(String(index + 1), 'text/plain'),
    ),
  };
  expect(contentsOf(wide).textParts).toHaveLength(20);
  expect(contentsOf(wide).attachments).toHaveLength(100);
  let deep: MessageStructureObject = part('1', 'text/plain');
  for (let level = 0; level < 50_000; level++)
    deep = { type: 'multipart/mixed', childNodes: [deep] };
  expect(contentsOf(deep).textParts).toEqual([]);
});
