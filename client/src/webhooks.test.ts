import { randomBytes } from 'node:crypto';
import { type EventKind, eventBody, eventKinds } from '@outcrop/contract';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, expectTypeOf, test } from 'vitest';
import { eventExample } from '../../contract/src/event-body.ts';
import { verifyWebhook, WebhookError, type WebhookEvent, type WebhookMessage } from './webhooks.ts';

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const secret = newSecret();
const id = '019c8a10-0004-7000-8000-4f8f52b1c0aa';
const now = () => Math.floor(Date.now() / 1_000);

/** A message signed by the published package. */
const message = (body: string, { by = secret, at = now() } = {}) => ({
  payload: body,
  headers: {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(by).sign(id, new Date(at * 1_000), body),
  },
  secret: by,
});

const theyAccept = ({ payload, headers, secret }: ReturnType<typeof message>) => {
  try {
    new Webhook(secret).verify(payload, headers);
    return true;
  } catch {
    return false;
  }
};
const weAccept = (message: WebhookMessage) =>
  verifyWebhook(message).then(
    () => true,
    () => false,
  );
const reasonFor = (message: WebhookMessage) =>
  verifyWebhook(message).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(WebhookError);
      return (error as WebhookError).reason;
    },
  );

test.each(eventKinds)('%s is verified and matches the contract', async (kind) => {
  const example = eventExample(kind);
  const event = await verifyWebhook(message(JSON.stringify(example)));
  expect(event).toEqual(example);
  expect(eventBody(kind).parse(event)).toEqual(example);
});

test('event types have the right data', () => {
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventKind>();
  type Of<Kind extends EventKind> = Extract<WebhookEvent, { type: Kind }>;
  expectTypeOf<Of<'reply.received'>['data']['automatic']>().toEqualTypeOf<boolean>();
  expectTypeOf<Of<'prospect.stage_changed'>['previous']['stage']>().toEqualTypeOf<
    Of<'prospect.stage_changed'>['data']['stage']
  >();
  expectTypeOf<Of<'prospect.created'>>().not.toHaveProperty('previous');
});

const body = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value));
const keyBytes = fc.uint8Array({ minLength: 24, maxLength: 64 });

test('messages signed by the published package are accepted, with any key and body', async () => {
  await fc.assert(
    fc.asyncProperty(body, keyBytes, async (text, key) => {
      const by = `whsec_${Buffer.from(key).toString('base64')}`;
      expect(await verifyWebhook(message(text, { by }))).toEqual(JSON.parse(text));
    }),
  );
});

test('one changed character anywhere is rejected, as by the published package', async () => {
  const parts = ['payload', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...parts),
      fc.nat(),
      fc.constantFrom(...'09AZaz{}[]":., +/=-_é'),
      async (part, position, other) => {
        const whole = message(JSON.stringify(eventExample('prospect.updated')));
        const text = part === 'payload' ? whole.payload : whole.headers[part];
        const at = position % text.length;
        fc.pre(text[at] !== other);
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const tampered =
          part === 'payload'
            ? { ...whole, payload: changed }
            : { ...whole, headers: { ...whole.headers, [part]: changed } };
        expect(await weAccept(tampered)).toBe(false);
        expect(theyAccept(tampered)).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a longer or shorter signature is rejected', async () => {
  const whole = message('{}');
  const signature = whole.headers['webhook-signature'];
  for (const changed of [
    `${signature}A`,
    `${signature},`,
    `A${signature}`,
    signature.slice(0, -1),
  ]) {
    const headers = { ...whole.headers, 'webhook-signature': changed };
    expect(await reasonFor({ ...whole, headers })).toBe('no_match');
  }
});

test('a change to any byte of the body is rejected', async () => {
  const whole = message('{"id":"ä"}');
  const bytes = new TextEncoder().encode(whole.payload);
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const payload = Uint8Array.from(bytes);
      payload[at]! ^= 1 << bit;
      expect(await reasonFor({ ...whole, payload })).toBe('no_match');
    }
});

test('one matching pair of secret and signature is enough', async () => {
  const [old, another] = [newSecret(), newSecret()];
  const signed = message('{}');
  const signature = signed.headers['webhook-signature'];
  expect(await weAccept({ ...signed, secret: [old, secret] })).toBe(true);
  expect(await reasonFor({ ...signed, secret: [old, another] })).toBe('no_match');
  expect(await reasonFor({ ...signed, secret: [] })).toBe('no_match');

  const byOld = message('{}', { by: old }).headers['webhook-signature'];
  const both = { ...signed.headers, 'webhook-signature': `${byOld} v1a,abc ${signature}` };
  for (const secret of [old, signed.secret])
    expect(await weAccept({ ...signed, headers: both, secret })).toBe(true);
  expect(theyAccept({ ...signed, headers: both })).toBe(true);
});

test.each([
  ['Headers', (headers: Record<string, string>) => new Headers(headers)],
  ['a map', (headers: Record<string, string>) => new Map(Object.entries(headers))],
  [
    'an object with uppercase names',
    (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
  ],
  [
    'an object with arrays',
    (headers: Record<string, string>) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  ],
])('headers can be %s', async (_what, as) => {
  const signed = message('{}');
  expect(await weAccept({ ...signed, headers: as(signed.headers) })).toBe(true);
});

test('the body can be text or bytes', async () => {
  const signed = message('{"name":"Łukasz"}');
  const bytes = Buffer.from(signed.payload);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  for (const payload of [bytes, new Uint8Array(bytes), buffer])
    expect(await verifyWebhook({ ...signed, payload })).toEqual({ name: 'Łukasz' });
});

test('a message is valid for five minutes either way, or for the given tolerance', async () => {
  const aged = (seconds: number, toleranceSeconds?: number) =>
    reasonFor({
      ...message('{}', { at: now() - seconds }),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
  expect(await aged(295)).toBe('accepted');
  expect(await aged(-295)).toBe('accepted');
  expect(await aged(305)).toBe('too_old');
  expect(await aged(-305)).toBe('too_new');
  expect(await aged(305, 400)).toBe('accepted');
  expect(await aged(30, 20)).toBe('too_old');
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'a message without %s is rejected',
  async (name) => {
    const signed = message('{}');
    for (const value of [undefined, '', []])
      expect(await reasonFor({ ...signed, headers: { ...signed.headers, [name]: value } })).toBe(
        'missing_header',
      );
  },
);

test.each(['soon', '-1', '1e9', '1763164800.5', ' 1763164800', '0x69', '9'.repeat(13)])(
  'the timestamp "%s" is rejected',
  async (timestamp) => {
    const signed = message('{}');
    const headers = { ...signed.headers, 'webhook-timestamp': timestamp };
    expect(await reasonFor({ ...signed, headers })).toBe('bad_timestamp');
  },
);

test.each(['', 'whsec_', 'secret', 'whsec_not base64', 'whsec_A', 'whsec_a-_b', 'WHSEC_AAAA'])(
  'the secret "%s" is rejected',
  async (secret) => {
    expect(await reasonFor({ ...message('{}'), secret })).toBe('bad_secret');
  },
);

test('a parsed body and a body that is not JSON are rejected', async () => {
  const signed = message('{}');
  expect(await reasonFor({ ...signed, payload: {} as string })).toBe('bad_payload');
  expect(await reasonFor(message('not JSON'))).toBe('bad_payload');
});

test('an error says what to do, and contains neither secret nor body', async () => {
  const signed = message('{"canary":"3f9c"}');
  const error = (await verifyWebhook({ ...signed, secret: newSecret() }).catch(
    (thrown: unknown) => thrown,
  )) as WebhookError;
  expect(error.message).toBe(
    'No signature matches. The body was changed, or the secret is incorrect.',
  );
  expect(JSON.stringify([error, error.stack])).not.toMatch(/3f9c|whsec/);
});
