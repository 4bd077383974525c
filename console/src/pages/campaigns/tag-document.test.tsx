import { mergeVariables } from '@outcrop/contract/merge-tags';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf, offsetOf, positionAt, textOf, typedTag } from './tag-document.ts';
import { completeTags, multilineExtensions, singleLineExtensions } from './tag-extensions.ts';

const schemas = {
  'several lines': { isMultiline: true, schema: getSchema(multilineExtensions) },
  'one line': { isMultiline: false, schema: getSchema(singleLineExtensions) },
};

const plain = fc.string({ unit: fc.constantFrom(...'aé李🙂\ud800 |}{$&\t\r\n\\<\u00a0') });
const tag = fc
  .tuple(
    fc.constantFrom(...mergeVariables, 'noVariable', ''),
    plain,
    fc.constantFrom('|', ' | ', ''),
  )
  .map(([variable, fallback, bar]) => `{{${variable}${bar}${bar && fallback}}}`);
const text = fc.array(fc.oneof(plain, tag)).map((pieces) => pieces.join(''));

describe.each(Object.entries(schemas))('a field of %s', (_, { isMultiline, schema }) => {
  const nodeOf = (written: string) => {
    const node = schema.nodeFromJSON(documentOf(written, isMultiline));
    node.check();
    return node;
  };

  test('stores every text as it was, with malformed and unknown tags', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(textOf(nodeOf(written))).toBe(written);
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds the caret again by its place in the text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const node = nodeOf(written);
        node.descendants(({ isInline, nodeSize }, position) => {
          if (!isInline) return;
          for (const each of [position, position + nodeSize])
            expect(offsetOf(node, positionAt(node, offsetOf(node, each)))).toBe(
              offsetOf(node, each),
            );
        });
      }),
      { numRuns: 500 },
    );
  });

  test('shows after each change what its text says', () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(), fc.nat(4), text)), (written, changes) => {
        let state = EditorState.create({ doc: nodeOf(written), plugins: [completeTags()] });
        for (const [at, removed, typed] of changes) {
          const { doc, tr } = state;
          const from = positionAt(doc, at % (textOf(doc).length + 1));
          const to = Math.min(from + removed, doc.resolve(from).end());
          const inserted = typed.replaceAll('\n', ' ');
          state = state.apply(inserted ? tr.insertText(inserted, from, to) : tr.delete(from, to));
          expect(state.doc.eq(nodeOf(textOf(state.doc)))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('a variable is being typed after two braces, until something else than a word follows', () => {
  const { schema } = schemas['several lines'];
  const typed = (written: string) => {
    const node = schema.nodeFromJSON(documentOf(written, true));
    return typedTag(node.resolve(node.content.size - 1));
  };
  expect(typed('Hi {{')).toEqual({ from: 4, query: '' });
  expect(typed('{{title}}{{first n')).toEqual({ from: 2, query: 'first n' });
  for (const other of ['{', '{{a|', '{{title}}', '{{ \n', `{{${'a'.repeat(30)}`])
    expect(typed(other), other).toBeNull();
});
