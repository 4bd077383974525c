import { Extension, Node } from '@tiptap/core';
import { baseKeymap } from '@tiptap/pm/commands';
import { history, redo, undo } from '@tiptap/pm/history';
import { keymap } from '@tiptap/pm/keymap';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { chipLabel } from './draft.ts';
import { offsetOf, paragraphOf, positionAt, tagOfNode, textOf } from './tag-document.ts';
import classes from './tag-editor.module.css';

const document = (content: string) => Node.create({ name: 'doc', topNode: true, content });

const Paragraph = Node.create({
  name: 'paragraph',
  content: 'inline*',
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
});

const Text = Node.create({ name: 'text', group: 'inline' });

/** A variable with its fallback, as one character. */
const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    /** The variable as it is written in the text. */
    source: { parseHTML: (element) => element.getAttribute('data-tag') },
  }),
  parseHTML: () => [{ tag: 'span[data-tag]' }],
  renderHTML: ({ node }) => {
    const tag = tagOfNode(node);
    const attributes = {
      class: classes.chip,
      'data-tag': tag.source,
      'data-required': tag.fallback === null,
    };
    return ['span', attributes, chipLabel(tag)];
  },
});

/**
 * Reads each changed line again: a completed tag becomes a chip, and a tag that a brace has made invalid
 * becomes text. So the editor shows what is sent.
 */
function followText(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, schema, selection, tr }: EditorState,
): Transaction | null {
  if (!transactions.some(({ docChanged }) => docChanged)) return null;
  const unchanged = new Set(before.doc.children);
  // From the end, so that the positions of the others stay.
  const changed = doc.children
    .map((paragraph, index) => ({ paragraph, index }))
    .filter(({ paragraph }) => !unchanged.has(paragraph))
    .reverse();
  for (const { paragraph, index } of changed) {
    const next = schema.nodeFromJSON(paragraphOf(textOf(paragraph)));
    if (next.eq(paragraph)) continue;
    const start = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    tr.replaceWith(start, start + paragraph.nodeSize, next);
  }
  if (!tr.docChanged) return null;
  const [anchor, head] = [selection.anchor, selection.head].map((position) =>
    positionAt(tr.doc, offsetOf(doc, position)),
  );
  return tr.setSelection(TextSelection.create(tr.doc, anchor!, head));
}

export const completeTags = () => new Plugin({ appendTransaction: followText });

const Editing = Extension.create({
  name: 'editing',
  addProseMirrorPlugins: () => [
    history(),
    keymap({
      ...baseKeymap,
      'Shift-Enter': baseKeymap['Enter']!,
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
    }),
    completeTags(),
  ],
});

const shared = [Paragraph, Text, Variable, Editing];
export const multilineExtensions = [document('paragraph+'), ...shared];
export const singleLineExtensions = [document('paragraph'), ...shared];
