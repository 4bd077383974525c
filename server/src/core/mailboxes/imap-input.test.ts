import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConversationMeter } from '../../platform/egress/conversation-limits.ts';
import { ImapInput } from './imap-input.ts';

const unlimited = { bytes: Infinity, replies: Infinity };

/** A reply whose literals contain lines and markers that are no replies. */
const reply = fc
  .array(fc.constantFrom('', 'a', '* 1 EXISTS\r\n', '{5}\r\n', '\n\n', 'x'.repeat(9_000)), {
    maxLength: 3,
  })
  .map((literals) => {
    const parts = literals.map((text) => `BODY[1] {${text.length}}\r\n${text} `);
    return `* 1 FETCH (${parts.join('')}UID 1)\r\n`;
  });

test('replies are counted and passed on unchanged, wherever the bytes are split', () => {
  fc.assert(
    fc.property(
      fc.array(reply, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 1, max: 70_000 }),
      (replies, size) => {
        const bytes = Buffer.from(replies.join(''));
        const read = (limit: number) => {
          const meter = new ConversationMeter({ ...unlimited, replies: limit });
          const input = new ImapInput(meter);
          const pieces: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size)
            pieces.push(...input.piecesOf(bytes.subarray(at, at + size)));
          return Buffer.concat(pieces);
        };
        expect(read(replies.length).equals(bytes)).toBe(true);
        expect(() => read(replies.length - 1)).toThrow('sent more than it was asked for');
      },
    ),
    { numRuns: 200 },
  );
});

test('many replies in one chunk are passed on in pieces', () => {
  const input = new ImapInput(new ConversationMeter(unlimited));
  const pieces = [...input.piecesOf(Buffer.from('* 1 EXISTS\r\n'.repeat(1_000)))];
  expect(Math.max(...pieces.map((piece) => String(piece).split('\n').length - 1))).toBe(50);
});

test('a reply with more than 24 KB outside its literals ends the session, however it is split', () => {
  for (const part of ['a', '{1}\r\nb ']) {
    const bytes = Buffer.from(part.repeat(64 * 1024));
    const input = new ImapInput(new ConversationMeter(unlimited));
    const read = () => {
      for (let at = 0; at < bytes.length; at += 1_000)
        for (const _ of input.piecesOf(bytes.subarray(at, at + 1_000)));
    };
    expect(read).toThrow('sent a reply that is too long');
  }
});
