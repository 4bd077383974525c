import { expect, test } from 'vitest';
import { buildEmail } from './compose-email.ts';
import {
  replyRefusalOf,
  replySubject,
  replyToOf,
  threadHeaders,
  withQuote,
} from './reply-rules.ts';

test.each([
  ['An idea', 'Re: An idea'],
  ['Re: An idea', 'Re: An idea'],
  ['AW: RE: Re[2]: An idea', 'Re: An idea'],
  ['Fwd: An idea', 'Re: Fwd: An idea'],
  ['Regarding you', 'Re: Regarding you'],
  ['Two\r\nBcc: all@acme.example', 'Re: Two Bcc: all@acme.example'],
  ['', 'Re:'],
])('the subject of an answer to %j is %j', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected);
});

test('References has the last 20 usable ids, the answered one last, on lines that stay whole', async () => {
  const ids = Array.from(
    { length: 30 },
    (_, index) => `<${index}.${'x'.repeat(200)}@acme.example>`,
  );
  const hostile = ['<a b@x>', '<a>\r\nBcc: <b@x>', '<>', `<${'y'.repeat(300)}@x>`];
  const thread = threadHeaders([...hostile, ...ids], ids[3]!)!;
  expect(thread.inReplyTo).toBe(ids[3]);
  expect(thread.references).toEqual([...ids.slice(-19), ids[3]]);
  const { raw } = await buildEmail({
    ...{ messageId: '<reply@outcrop.example>', subject: 'Re: An idea', at: new Date(0), thread },
    from: { name: 'Ana', address: 'ana@outcrop.example' },
    to: { name: null, address: 'jane@acme.example' },
    text: 'Hello',
  });
  const [header] = raw.toString().split('\r\n\r\n') as [string];
  expect(Math.max(...header.split('\r\n').map(({ length }) => length))).toBeLessThan(998);
  const unfolded = header.replaceAll(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain(`\r\nReferences: ${thread.references.join(' ')}\r\n`);
  expect(unfolded).not.toContain('Bcc');
  expect(threadHeaders(hostile, null)).toBeNull();
});

test('the answered message is quoted below the reply, up to a limit', () => {
  const quoted = {
    ...{ name: 'Ben\nIto', address: 'ben@acme.example', zone: 'Europe/Berlin' },
    at: new Date('2026-11-17T14:02:00Z'),
  };
  expect(withQuote('Fine.', { ...quoted, text: 'One\r\n\r\n> Two' })).toBe(
    'Fine.\n\nOn Tue, Nov 17, 2026 at 3:02 PM Ben Ito <ben@acme.example> wrote:\n\n> One\n>\n>> Two',
  );
  expect(withQuote('Fine.', { ...quoted, text: ' ' })).toBe('Fine.');
  const long = withQuote('Fine.', { ...quoted, text: 'x\n'.repeat(100_000) });
  expect(long.length).toBeLessThan(3_000);
  expect(long.endsWith('> […]')).toBe(true);
});

test.each([
  [['desk@acme.example'], 'desk@acme.example'],
  [['desk@eu.acme.example'], 'desk@eu.acme.example'],
  [['jane@acme.example'], null],
  [['jane@notacme.example'], null],
  [['a@acme.example', 'b@acme.example'], null],
  [['nonsense'], null],
  [[], null],
])('Reply-To %j of jane@acme.example leads to %j', (addresses, expected) => {
  const replyTo = addresses.map((address) => ({ address }));
  expect(replyToOf(replyTo, 'jane@acme.example')).toBe(expected);
});

test('a dead address of the prospect does not forbid an answer to another one', () => {
  const state = {
    prospect: { emailKey: 'jane@acme.example', doNotContact: false },
    recipient: 'jane@private.example',
    ...{ isOwnAddress: false, isSuppressed: false, recipientFacts: [] },
    mailbox: { status: 'paused' as const, reason: null },
  };
  expect(replyRefusalOf({ ...state, prospectFacts: ['bounced'] })).toBeNull();
  expect(replyRefusalOf({ ...state, prospectFacts: ['unsubscribed'] })).toBe('unsubscribed');
  expect(replyRefusalOf({ ...state, prospectFacts: [], isOwnAddress: true })).toBe('own_address');
});
