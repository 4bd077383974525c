import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MailTokens, unsubscribeLinks } from './mail-tokens.ts';

const tokens = new MailTokens('a suppression key that is long enough to be one');
const others = new MailTokens('another suppression key, of another installation');

const outboundId = '019c8a10-0007-7000-8000-2c8a6e4d0f17';
const request = {
  workspaceId: '019c8a10-0001-7000-8000-2c8a6e4d0f17',
  messageId: outboundId,
  emailHash: createHash('sha256').update('jane@acme.example').digest(),
};
const token = tokens.unsubscribeToken(request);

/** All copies of the bytes with one bit flipped. */
const flipped = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes);
    copy[bit >> 3]! ^= 1 << (bit & 7);
    return copy;
  });

describe('a Message-ID', () => {
  const header = tokens.messageId(outboundId, 'acme.example');

  test('names its email, also in capitals and without brackets', () => {
    expect(header).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{24}@acme\.example>$/);
    for (const text of [header, header.toUpperCase(), header.slice(1, -1), ` ${header} `])
      expect(tokens.readMessageId(text)).toBe(outboundId);
  });

  test('cannot be forged: each flipped bit makes it unknown', () => {
    const [, id, mac] = /^<(.{32})\.(.{24})@/.exec(header)!;
    const forged = flipped(Buffer.from(`${id}${mac}`, 'hex')).map((bytes) => {
      const hex = bytes.toString('hex');
      return `<${hex.slice(0, 32)}.${hex.slice(32)}@acme.example>`;
    });
    expect(forged).toHaveLength((16 + 12) * 8);
    for (const text of forged) expect(tokens.readMessageId(text)).toBeNull();
    expect(others.readMessageId(header)).toBeNull();
  });

  test.each([
    '',
    '<>',
    '<1@acme.example>',
    `<${'a'.repeat(100_000)}@acme.example>`,
    header.repeat(2),
    header.replace('@', '@@'),
    header.replace('acme.example', ''),
  ])('of another shape is unknown', (text) => {
    expect(tokens.readMessageId(text)).toBeNull();
  });
});

describe('an unsubscribe token', () => {
  test('says which email and which address it belongs to, in characters that need no escaping', () => {
    expect(token).toMatch(/^[\w-]{107}$/);
    expect(tokens.readUnsubscribeToken(token)).toEqual(request);
  });

  test('cannot be forged: each flipped bit makes it unknown', () => {
    const forged = flipped(Buffer.from(token, 'base64url'));
    expect(forged).toHaveLength(80 * 8);
    for (const bytes of forged)
      expect(tokens.readUnsubscribeToken(bytes.toString('base64url'))).toBeNull();
    expect(others.readUnsubscribeToken(token)).toBeNull();
  });
});

describe('the subject of an email that unsubscribes', () => {
  test.each([
    ['as in the link', token],
    ['with a prefix', `Re: ${token}`],
    ['with text around it', `Unsubscribe ${token} please`],
    ['broken into lines', `${token.slice(0, 60)}\r\n ${token.slice(60)}`],
    ['broken into lines with a prefix', `Fwd: ${token.slice(0, 60)}\r\n\t${token.slice(60)}`],
  ])('is read %s', (_, subject) => {
    expect(tokens.readUnsubscribeMail(subject)).toEqual(request);
  });

  test.each(['', 'unsubscribe', `${token}x`, `${' '.repeat(100_000)}${token}`])(
    'without a token unsubscribes no one',
    (subject) => {
      expect(tokens.readUnsubscribeMail(subject)).toBeNull();
    },
  );
});

test('the links of an email have the same token', () => {
  const sender = 'ann+sales@acme.example';
  const links = unsubscribeLinks(tokens, request, { origin: 'https://outcrop.example', sender });
  expect(links).toEqual({
    unsubscribeUrl: `https://outcrop.example/u/${token}`,
    unsubscribeMailto: `mailto:ann%2Bsales@acme.example?subject=${token}`,
  });
});
