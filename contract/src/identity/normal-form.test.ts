import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cpuGrowth, linear } from '../../test/cpu-growth.ts';
import { emailKey, foldText, linkedinKey, nameKey } from '../identity.ts';
import { boundCombiningMarks, hasTooManyMarks, normalForm } from './normal-form.ts';

const repository = join(import.meta.dirname, '../../..');

test.each([
  ['Ame\u0301lie', 'Am\u00e9lie'],
  ['김민수', '김민수'],
  ['plain', 'plain'],
])('%s is normalized to NFC', (text, expected) => {
  expect(normalForm(text)).toBe(expected);
});

test('up to thirty combining marks in a row are kept, whatever the mark', () => {
  for (const mark of ['\u0301', '\u{1d165}', '\u0e49']) {
    const text = `a${mark.repeat(30)}b${mark.repeat(30)}`;
    expect(boundCombiningMarks(text)).toBe(text);
    expect(hasTooManyMarks(text)).toBe(false);
  }
});

test('more than thirty combining marks in a row are cut to thirty, and the text after them is kept', () => {
  for (const mark of ['\u0301', '\u{1d165}', '\u0e49', '\uff9e']) {
    expect(boundCombiningMarks(`a${mark.repeat(99)}b`)).toBe(`a${mark.repeat(30)}b`);
    expect(hasTooManyMarks(`a${mark.repeat(31)}b`)).toBe(true);
  }
});

describe('text is normalized in linear time', () => {
  const texts: Record<string, string> = {
    'marks of two classes': '\u0301\u0316',
    'halfwidth sound marks between marks': '\uff9e\u0301',
    'short runs of marks': `a${'\u0301\u0316'.repeat(15)}`,
    'marks that come apart': '\u0344\u0316',
    'Tibetan marks': '\u0f73\u0f80\u0301',
    letters: 'é',
    spaces: ' ',
    'long ligatures': '\ufdfa',
    'invisible characters between marks': '\u0301\u200d\u0316',
  };
  const forms = {
    'normal form C': (text: string) => normalForm(text),
    'compatibility form': (text: string) => normalForm(text, 'NFKD'),
    fold: foldText,
    hasTooManyMarks,
    nameKey: (text: string) => nameKey({ fullName: text, companyName: text }),
    emailKey: (text: string) => emailKey(`${text}@example.com`),
    linkedinKey: (text: string) => linkedinKey(`https://www.linkedin.com/in/${text}`),
  };
  const cases = Object.keys(texts).flatMap((name) =>
    Object.keys(forms).map((form) => [name, form as keyof typeof forms] as const),
  );

  test.each(cases)('%s: %s', async (name, form) => {
    const work = (size: number) =>
      forms[form](`a${texts[name]!.repeat(size / texts[name]!.length)}`);
    expect(await cpuGrowth(work, 20_000)).toBeLessThan(linear);
  });
});

test('only the normal-form module normalizes text, so the limit on marks always applies', () => {
  const files = globSync('{contract,server,client,console}/src/**/*.{ts,tsx}', { cwd: repository });
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter(
    (file) =>
      !file.includes('.test.') &&
      !file.endsWith('identity/normal-form.ts') &&
      /\.normalize\(/.test(readFileSync(join(repository, file), 'utf8')),
  );
  expect(others).toEqual([]);
});
