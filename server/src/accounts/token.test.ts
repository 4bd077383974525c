import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashToken, isTokenOf, makeToken } from './token.ts';

const cells = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));

const randomPart = (token: string) => token.split('_')[2]!;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bitsOf = (token: string) =>
  [...randomPart(token)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);

test('a token names its cell and is known in that cell alone [tokens.format tokens.cell]', () => {
  expect(makeToken('a')).toMatch(/^oc_a_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  fc.assert(
    fc.property(cells, cells, (cell, other) => {
      const token = makeToken(cell);
      expect(token).toMatch(new RegExp(`^oc_${cell}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`));
      expect(isTokenOf(cell, token)).toBe(true);
      expect(isTokenOf(other, token)).toBe(cell === other);
    }),
  );
});

test('tokens that another program made by the same rule are known', () => {
  expect(isTokenOf('a', 'oc_a_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1_4MnGOb')).toBe(true);
  expect(isTokenOf('eu1', 'oc_eu1_0000000000000000000000000000000000000000000_3OTQ25')).toBe(true);
});

test('any change of one character is refused [tokens.checksum]', () => {
  const token = makeToken('a');
  for (let at = 0; at < token.length; at++)
    for (const character of printable) {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      expect(isTokenOf('a', changed), changed).toBe(changed === token);
    }
});

test('a token that is cut, stretched, padded or has two neighbours swapped is refused [tokens.checksum]', () => {
  fc.assert(
    fc.property(
      cells,
      fc.nat(70),
      fc.constantFrom(...printable, ' ', '\n', 'é'),
      (cell, place, extra) => {
        const token = makeToken(cell);
        const at = place % token.length;
        const [before, here, next, after] = [
          token.slice(0, at),
          token[at]!,
          token[at + 1] ?? '',
          token.slice(at + 2),
        ];
        for (const changed of [
          before + next + after,
          before + here + extra + next + after,
          before + next + here + after,
          before,
        ])
          if (changed !== token) expect(isTokenOf(cell, changed), changed).toBe(false);
      },
    ),
  );
});

test('a token holds 256 bits, and each of them varies [tokens.random]', () => {
  const values = Array.from({ length: 200 }, () => bitsOf(makeToken('a')));
  const everySet = values.reduce((all, value) => all | value, 0n);
  const alwaysSet = values.reduce((all, value) => all & value);
  expect(everySet).toBe(2n ** 256n - 1n);
  expect(alwaysSet).toBe(0n);
  expect(new Set(values).size).toBe(values.length);
});

test('the hash of a token is its SHA-256 [tokens.hashed]', () => {
  const token = makeToken('a');
  expect(hashToken(token)).toEqual(createHash('sha256').update(token, 'utf8').digest());
});
