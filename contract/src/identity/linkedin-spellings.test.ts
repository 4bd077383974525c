import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkedinKey, linkedinUrl } from '../identity.ts';

const slugs = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 30 });
const isNamed = (text: string) => /[^-]/.test(text);
const slug = slugs('abcxyz-0189éñüжя李伟が').filter(isNamed);

const encodedWhole = (text: string) =>
  [...new TextEncoder().encode(text)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('');
const spelling = fc
  .record({
    scheme: fc.constantFrom('https://', 'http://', 'HTTPS://', '//', ''),
    host: fc.constantFrom(
      'linkedin.com',
      'www.linkedin.com',
      'WWW.LinkedIn.com',
      'de.linkedin.com.',
    ),
    page: fc.constantFrom('/in/', '//in/', '/IN//', '/mwlite/in/', '/%69n/', '/comm/in/'),
    casing: fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
    ),
    form: fc.constantFrom('NFC', 'NFD'),
    encoding: fc.constantFrom((text: string) => text, encodeURI, encodedWhole),
    end: fc.constantFrom('', '/', '//', '/de', '?trk=a', '/?locale=de_DE#top', '#x'),
    space: fc.constantFrom('', ' ', '\n'),
  })
  .map((s) => (name: string) => {
    const written = s.encoding(s.casing(name).normalize(s.form));
    return s.space + s.scheme + s.host + s.page + written + s.end + s.space;
  });

describe('for every slug', () => {
  test('no spelling of its URL changes the key', () => {
    fc.assert(
      fc.property(slug, spelling, (name, spell) => {
        expect(linkedinKey(spell(name))).toBe(`in:${name}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('the stored URL has the key of the sent one', () => {
    fc.assert(
      fc.property(slug, spelling, (name, spell) => {
        const stored = linkedinUrl(spell(name)) ?? '';
        expect(linkedinUrl(stored)).toBe(stored);
        expect(linkedinKey(stored)).toBe(linkedinKey(spell(name)));
      }),
    );
  });

  test('another slug has another key', () => {
    fc.assert(
      fc.property(
        slugs('ab-0é').filter(isNamed),
        slugs('ab-0é').filter(isNamed),
        spelling,
        spelling,
        (one, other, spell, respell) => {
          fc.pre(one !== other);
          expect(linkedinKey(spell(one))).not.toBe(linkedinKey(respell(other)));
        },
      ),
    );
  });
});

describe('for every string', () => {
  const anything = fc
    .tuple(
      fc.constantFrom(
        '',
        'https://',
        'https://linkedin.com/in/',
        'linkedin.com/sales/lead/',
        'a.io/',
      ),
      fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.webUrl(), fc.constant('\ud800')),
    )
    .map(([start, rest]) => start + rest);

  test('no string throws, and storing twice changes nothing', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const stored = linkedinUrl(value);
        if (stored === null) {
          expect(linkedinKey(value)).toBeNull();
          return;
        }
        expect(linkedinUrl(stored)).toBe(stored);
        expect(linkedinKey(stored)).toBe(linkedinKey(value));
      }),
      { numRuns: 2000 },
    );
  });

  test('a key contains no control characters, because PostgreSQL does not accept NUL', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(bytes, fc.constantFrom('linkedin.com/in/', 'a.io/'), (path, start) => {
        const encoded = path.map((b) => `%${b.toString(16).padStart(2, '0')}`).join('');
        expect(linkedinKey(start + encoded) ?? '').not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['letters', 'a'.repeat(1e5)],
    ['foreign letters in the host', `https://${'é'.repeat(1e5)}.com/`],
    ['dots in the host', `https://a${'.'.repeat(1e5)}/`],
    ['slashes', `https://linkedin.com${'/'.repeat(1e5)}`],
    ['percent signs', `https://linkedin.com/in/${'%'.repeat(1e5)}`],
    ['encoded bytes', `https://linkedin.com/in/${'%e9'.repeat(4e4)}`],
    ['marks', `https://linkedin.com/in/a${'\u0301\u0323'.repeat(5e4)}`],
    ['white space', `https://linkedin.com/${' '.repeat(1e5)}x`],
    ['colons', `a${':'.repeat(1e5)}`],
  ])('a hundred thousand %s are rejected as too long', (_, value) => {
    expect(linkedinUrl(value)).toBeNull();
    expect(linkedinKey(value)).toBeNull();
  });
});
