import { createSecretKey, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SealContext, Sealing, type SealingKey } from './sealing.ts';

const key = (id: string): SealingKey => ({ id, key: createSecretKey(randomBytes(32)) });
const [old, current] = [key('2025'), key('2026')];
const sealing = new Sealing([current, old]);

const context: SealContext = { workspaceId: 'w', purpose: 'webhook' };
const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const contexts = fc.record({ workspaceId: text, purpose: text });
const changed = /cannot be opened|not a sealed secret|is not in SECRETS_KEY/;

test('a sealed secret can be opened for its own workspace and purpose', () => {
  fc.assert(
    fc.property(text, contexts, (secret, context) => {
      expect(sealing.open(sealing.seal(secret, context), context)).toBe(secret);
    }),
  );
});

test('a sealed secret cannot be opened for another workspace or purpose', () => {
  fc.assert(
    fc.property(text, contexts, contexts, (secret, own, other) => {
      fc.pre(own.workspaceId !== other.workspaceId || own.purpose !== other.purpose);
      expect(() => sealing.open(sealing.seal(secret, own), other)).toThrow(/cannot be opened/);
    }),
  );
  const sealed = sealing.seal('secret', { workspaceId: 'a', purpose: 'bc' });
  expect(() => sealing.open(sealed, { workspaceId: 'ab', purpose: 'c' })).toThrow();
});

test('a seal with any bit changed cannot be opened, including the unused bits at its end', () => {
  const sealed = sealing.seal('secrets', context);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < sealed.length; at++)
    for (const other of alphabet) {
      if (sealed[at] === other) continue;
      const tampered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(() => sealing.open(tampered, context)).toThrow(changed);
    }
});

test('text that is not a seal is reported as such', () => {
  const parts = fc.oneof(
    fc.string(),
    fc.constantFrom('', 's1', 's1.2026.', 's1.2026.AAAA', 's2.2026.AA'),
  );
  fc.assert(
    fc.property(parts, (sealed) => {
      expect(() => sealing.open(sealed, context)).toThrow('This is not a sealed secret.');
    }),
  );
  const whole = sealing.seal('secret', context);
  for (let length = 0; length < whole.length; length++)
    expect(() => sealing.open(whole.slice(0, length), context)).toThrow(changed);
});

test('the same secret is sealed differently each time', () => {
  const seals = Array.from({ length: 1_000 }, () => sealing.seal('secret', context));
  expect(new Set(seals).size).toBe(1_000);
});

test('after a rotation old seals can be opened, new ones use the new key, and resealing updates the rest', () => {
  const before = new Sealing([old]);
  const sealed = before.seal('secret', context);
  expect(sealed).toMatch(/^s1\.2025\./);
  expect(sealing.open(sealed, context)).toBe('secret');

  const moved = sealing.reseal(sealed, context);
  expect(moved).toMatch(/^s1\.2026\./);
  expect(sealing.reseal(moved, context)).toBe(moved);
  const after = new Sealing([current]);
  expect(after.open(moved, context)).toBe('secret');
  expect(() => after.open(sealed, context)).toThrow('which is not in SECRETS_KEY');
  expect(() => before.open(moved, context)).toThrow('which is not in SECRETS_KEY');
  expect(() => sealing.reseal(sealed, { ...context, workspaceId: 'x' })).toThrow(
    /cannot be opened/,
  );
});

test('another key with the same id cannot open a seal', () => {
  const sealed = sealing.seal('secret', context);
  expect(() => new Sealing([key(current.id)]).open(sealed, context)).toThrow(/cannot be opened/);
});

test('neither the secret nor a key appears in a seal, an error or a log line', () => {
  const secret = 'canary-3f9c';
  const known = { id: 'known', key: createSecretKey('canary-key-of-thirty-two-bytes..', 'utf8') };
  const own = new Sealing([known]);
  const sealed = own.seal(secret, context);
  const seen: unknown[] = [sealed, own];
  const attempts = [
    () => own.open(sealed, { ...context, purpose: 'other' }),
    () => own.open(`${sealed.slice(0, -1)}_`, context),
    () => own.open(secret, context),
    () => sealing.open(sealed, context),
    () => own.reseal(sealed.replace('known', 'other'), context),
  ];
  for (const attempt of attempts)
    try {
      attempt();
    } catch (error) {
      seen.push(error, (error as Error).stack);
    }
  expect(seen).toHaveLength(2 + 2 * attempts.length);
  const encodings = [secret, 'canary-key-of-thirty-two-bytes..'].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64url').slice(0, 12),
    Buffer.from(text).toString('hex').slice(0, 16),
  ]);
  const logged = seen.map(
    (value) => `${inspect(value, { depth: 9, showHidden: true })}${JSON.stringify(value)}`,
  );
  for (const encoding of encodings) expect(logged.join('\n')).not.toContain(encoding);
});
