import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const inline = (text: string) => {
  const [block] = parseMarkdown(text);
  return block?.type === 'paragraph' ? block.content : block;
};

test('bold, italic and links are recognized, alone and within each other', () => {
  expect(inline('a **b** *c* _d_ [e](https://e.example/?x=1) f')).toEqual([
    'a ',
    { type: 'bold', children: ['b'] },
    ' ',
    { type: 'italic', children: ['c'] },
    ' ',
    { type: 'italic', children: ['d'] },
    ' ',
    { type: 'link', href: 'https://e.example/?x=1', text: 'e' },
    ' f',
  ]);
  expect(inline('**see [it](mailto:a@b.example)**')).toEqual([
    {
      type: 'bold',
      children: ['see ', { type: 'link', href: 'mailto:a@b.example', text: 'it' }],
    },
  ]);
});

test('an address in the text is a link, without the punctuation after it', () => {
  expect(inline('See https://a.example/x, or not.')).toEqual([
    'See ',
    { type: 'link', href: 'https://a.example/x', text: 'https://a.example/x' },
    ', or not.',
  ]);
});

test.each([
  '<b>no</b> <script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,hi)',
  '2 * 3 * 4',
  'snake_case_name',
  '** not',
])('%s stays text', (text) => {
  expect(inline(text)).toEqual([text]);
});

test('hostile texts take no longer than others', () => {
  for (const unit of ['*', '**a', '_a ', '[', '[a](', 'https://', '- ', 'https://a.', '1. *'])
    expect(parseMarkdown(unit.repeat(10_000 / unit.length)).length).toBeGreaterThanOrEqual(0);
});

test('paragraphs keep their lines, and lists are ordered or not', () => {
  expect(parseMarkdown('one\ntwo\n\n- a\n* b\n1. c\n2) d\nend')).toEqual([
    { type: 'paragraph', content: ['one\ntwo'] },
    { type: 'list', isOrdered: false, items: [['a'], ['b']] },
    { type: 'list', isOrdered: true, items: [['c'], ['d']] },
    { type: 'paragraph', content: ['end'] },
  ]);
});
