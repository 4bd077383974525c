import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../identity.ts';

describe('addresses', () => {
  test.each([
    ['jane@example.com'],
    ['jane.doe+tag@mail.example.co.uk'],
    ["o'brien@example.ie"],
    ['!#$%&*+/=?^_`{|}~-@example.com'],
    ['用户@例え.jp'],
    ['jürgen@straße.de'],
    ['jane@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.com`],
    [`jane@${'a'.repeat(63)}.com`],
  ])('%s is an email address', (value) => {
    expect(isEmail(value)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no at sign', 'jane.example.com'],
    ['no local part', '@example.com'],
    ['a domain without a dot', 'jane@localhost'],
    ['two at signs', 'jane@doe@example.com'],
    ['white space before', ' jane@example.com'],
    ['a line break after', 'jane@example.com\n'],
    ['white space in the domain', 'jane@exa mple.com'],
    ['a header smuggled in', 'jane@example.com\r\nBcc: all@example.com'],
    ['NUL', 'ja\u0000ne@example.com'],
    ['a zero-width space', 'ja\u200bne@example.com'],
    ['a lone surrogate', 'ja\ud800ne@example.com'],
    ['a lone surrogate in the domain', 'jane@exam\udc00ple.com'],
    ['a quoted local part', '"jane doe"@example.com'],
    ['a display name', 'Jane <jane@example.com>'],
    ['two addresses', 'jane@example.com,joe@example.com'],
    ['a mailto link', 'mailto:jane@example.com'],
    ['a leading dot', '.jane@example.com'],
    ['two dots in a row', 'jane..doe@example.com'],
    ['an empty label', 'jane@example..com'],
    ['a trailing dot in the domain', 'jane@example.com.'],
    ['a label that begins with a hyphen', 'jane@-example.com'],
    ['an underscore in the domain', 'jane@exam_ple.com'],
    ['a label of 64 characters', `jane@${'a'.repeat(64)}.com`],
    ['a domain of more than 253 characters', `jane@${'a.'.repeat(126)}com`],
    ['a domain of more than 253 characters in ASCII', `jane@${'é.'.repeat(100)}com`],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a local part that grows beyond 64 in lower case', `${'İ'.repeat(64)}@example.com`],
    ['an IP address', 'jane@127.0.0.1'],
    ['a bracketed IP address', 'jane@[127.0.0.1]'],
    ['a hexadecimal IP address', 'jane@1.0x7f'],
    ['a port', 'jane@example.com:25'],
    ['a backslash', 'jane@example.com\\x'],
    ['percent-encoding in the domain', 'jane@ex%61mple.com'],
  ])('%s is not an email address', (_, value) => {
    expect(isEmail(value)).toBe(false);
  });
});

describe('the email key', () => {
  test.each([
    ['jane@example.com', 'jane@example.com'],
    ['Jane.DOE@Example.COM', 'jane.doe@example.com'],
    ['jane.doe@gmail.com', 'jane.doe@gmail.com'],
    ['jane+news@gmail.com', 'jane+news@gmail.com'],
    ['jane@BÜCHER.example', 'jane@xn--bcher-kva.example'],
    ['jane@bu\u0308cher.example', 'jane@xn--bcher-kva.example'],
    ['jane@XN--BCHER-KVA.example', 'jane@xn--bcher-kva.example'],
    ['jane@straße.de', 'jane@xn--strae-oqa.de'],
    ['jane@例え。jp', 'jane@xn--r8jz45g.jp'],
    ['jane@ｅｘａｍｐｌｅ.com', 'jane@example.com'],
    ['JÜRGEN@example.com', 'jürgen@example.com'],
    ['ju\u0308rgen@example.com', 'jürgen@example.com'],
    ['ИВАН@пример.рф', 'иван@xn--e1afmkfd.xn--p1ai'],
  ])('%s has the key %s', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  test.each([[''], ['   '], ['jane'], ['jane@localhost'], ['jane@exa mple.com'], ['@example.com']])(
    '%j has no key',
    (email) => {
      expect(emailKey(email)).toBeNull();
    },
  );

  const letters = (alphabet: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength });
  const address = fc
    .tuple(
      letters('abzéüñжא中0', 20),
      letters('abzéüñж中0', 20),
      fc.constantFrom('com', 'de', 'рф'),
    )
    .map(([local, label, top]) => `${local}@${label}.${top}`);

  test('the key of a key is the same key', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.string({ unit: 'binary' })), (email) => {
        const key = emailKey(email);
        if (key !== null) expect(emailKey(key)).toBe(key);
      }),
    );
  });

  test('no spelling of an address changes its key', () => {
    fc.assert(
      fc.property(
        address,
        fc.constantFrom('NFC', 'NFD'),
        fc.constantFrom('', ' ', '\t', '\n '),
        fc.boolean(),
        (email, form, space, upper) => {
          const spelt = space + (upper ? email.toUpperCase() : email).normalize(form) + space;
          expect(emailKey(email)).not.toBeNull();
          expect(emailKey(spelt)).toBe(emailKey(email));
        },
      ),
    );
  });

  test('different local parts have different keys', () => {
    fc.assert(
      fc.property(letters('abz0+-_', 20), letters('abz0+-_', 20), (one, other) => {
        fc.pre(one !== other);
        expect(emailKey(`${one}@example.com`)).not.toBe(emailKey(`${other}@example.com`));
      }),
    );
  });

  test('no string makes the key function throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (one, other) => {
        for (const text of [one, `${one}@${other}`, `a@${one}.com`, `${one}\ud800@b.co`]) {
          emailKey(text);
          isEmail(text);
        }
      }),
    );
  });
});

test.each([
  ['letters', 'a'.repeat(1e5)],
  ['dots', `${'a.'.repeat(5e4)}@example.com`],
  ['at signs', '@'.repeat(1e5)],
  ['labels', `a@${'a.'.repeat(5e4)}com`],
  ['foreign letters in the domain', `a@${'é'.repeat(1e5)}.com`],
  ['marks', `a${'\u0301\u0323'.repeat(5e4)}@example.com`],
  ['white space', `a${' '.repeat(1e5)}@example.com`],
])('a hundred thousand %s are rejected quickly', (_, text) => {
  const before = process.cpuUsage();
  expect(isEmail(text)).toBe(false);
  expect(emailKey(text)).toBeNull();
  // In microseconds: milliseconds for linear time, minutes for quadratic time.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
