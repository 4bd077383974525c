import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  footerVariables,
  type MergeTag,
  mergeVariables,
  missingVariables,
  parseTemplate,
  renderTemplate,
  variablesOf,
} from './merge-tags.ts';

describe('rendered text', () => {
  test.each<[string, string, Record<string, string | null>, string]>([
    ['a value', 'Dear {{firstName}},', { firstName: 'Amara' }, 'Dear Amara,'],
    ['a fallback', 'Dear {{firstName|reader}},', {}, 'Dear reader,'],
    ['a value before its fallback', '{{firstName|reader}}', { firstName: 'Amara' }, 'Amara'],
    ['a value that is null', '{{title|you}}', { title: null }, 'you'],
    ['a value that is empty', '{{title|you}}', { title: '' }, 'you'],
    ['nothing at all', '[{{title}}]', {}, '[]'],
    ['an empty fallback', '[{{title|}}]', {}, '[]'],
    ['blanks inside the braces', '{{ firstName | dear friend }}', {}, 'dear friend'],
    ['a bar in a fallback', '{{companyName|you|me}}', {}, 'you|me'],
    ['single braces', 'a {b} c} {d', {}, 'a {b} c} {d'],
    [
      'one variable twice',
      '{{email}} {{email|none}}',
      { email: 'a@b.example' },
      'a@b.example a@b.example',
    ],
    ['what the research wrote', '{{firstTouchLine}}', { firstTouchLine: 'Hello.' }, 'Hello.'],
    ['a value that looks like a tag', '{{title}}', { title: '{{email}}', email: 'x' }, '{{email}}'],
    ['a value with a dollar sign', '{{title}}', { title: '$& $1 $$' }, '$& $1 $$'],
  ])('%s', (_, template, values, expected) => {
    expect(parseTemplate(template).problems).toEqual([]);
    expect(renderTemplate(template, values)).toBe(expected);
  });
});

describe('an invalid tag is reported and stays as written', () => {
  test.each<[string, RegExp]>([
    ['Dear {{firstname}}', /^has the unknown variable "firstname"; use one of fullName, firstName/],
    ['Dear {{ first name | x }}', /^has the unknown variable "first name"/],
    ['Dear {{__proto__}}', /^has the unknown variable "__proto__"/],
    ['Dear {{toString}}', /^has the unknown variable "toString"/],
    ['{{{firstName}}}', /^has the unknown variable "\{firstName"/],
    ['Dear {{}}', /^has an empty "\{\{\}\}"$/],
    ['Dear {{|there}}', /^has an empty "\{\{\}\}"$/],
    ['Dear {{firstName', /^has an unclosed "\{\{"$/],
    ['Dear {{firstName}, {{lastName}}', /^has an unclosed "\{\{"$/],
    ['Dear {firstName}}', /^has a "\}\}" without "\{\{"$/],
  ])('%s', (template, problem) => {
    const { problems } = parseTemplate(template);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    const known = { firstName: 'Amara', lastName: 'Okafor' };
    const rest = template.replace('{{lastName}}', 'Okafor');
    expect(renderTemplate(template, known)).toBe(rest);
  });
});

test('the variables of a text are listed once, in order', () => {
  expect(variablesOf('{{title}} {{email|x}} {{nobody}} {{title|y}}')).toEqual(['title', 'email']);
});

test('a variable without a value and without a fallback is missing, an empty fallback counts', () => {
  const template = '{{title}} {{email}} {{title}} {{phone|}} {{website|our site}} {{firstName}}';
  expect(missingVariables(template, { firstName: 'Amara', title: null, email: '' })).toEqual([
    'title',
    'email',
  ]);
  expect(missingVariables('Dear {{firstName', {})).toEqual([]);
});

test('only the footer can use the link to unsubscribe', () => {
  expect(parseTemplate('{{unsubscribeUrl}}').problems).toHaveLength(1);
  expect(parseTemplate('{{unsubscribeUrl}}', footerVariables).problems).toEqual([]);
  const values = { unsubscribeUrl: 'https://a.example/u' };
  expect(renderTemplate('Stop: {{unsubscribeUrl}}', values, footerVariables)).toBe(
    'Stop: https://a.example/u',
  );
});

const plain = fc.string({ unit: fc.constantFrom(...'aé李🙂 |}{$&\n\\') });
const withoutBraces = plain.map((text) => text.replaceAll(/[{}]/g, ''));
const tag = fc
  .record({ variable: fc.constantFrom(...mergeVariables), fallback: withoutBraces })
  .map(({ variable, fallback }) => ({ variable, fallback: fallback.trim() }));
const written = (part: string | Pick<MergeTag, 'variable' | 'fallback'>): string =>
  typeof part === 'string' ? part : `{{${part.variable}|${part.fallback ?? ''}}}`;
const values = fc.dictionary(
  fc.constantFrom(...mergeVariables),
  fc.oneof(plain, fc.constant(null)),
);

test('serialized parts parse to the same parts', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, tag.map(written))), (pieces) => {
      const { parts } = parseTemplate(pieces.join(''));
      const again = parseTemplate(parts.map(written).join(''));
      expect(again.parts.map(written)).toEqual(parts.map(written));
    }),
    { numRuns: 2_000 },
  );
});

test('texts and tags keep their order, and each tag is replaced once', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(withoutBraces, tag)), values, (pieces, known) => {
      const template = pieces.map(written).join('');
      expect(parseTemplate(template).problems).toEqual([]);
      const expected = pieces.map((piece) =>
        typeof piece === 'string' ? piece : known[piece.variable] || piece.fallback,
      );
      expect(renderTemplate(template, known)).toBe(expected.join(''));
    }),
    { numRuns: 2_000 },
  );
});
