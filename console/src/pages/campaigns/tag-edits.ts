import type { MergeVariable } from '@outcrop/contract/merge-tags';
import { closeHistory } from '@tiptap/pm/history';
import { DOMSerializer, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { tagOf } from './draft.ts';
import { documentOf, offsetOf, positionAt, textOf, typedTag } from './tag-document.ts';

/** Applies a change that is undone alone, not together with what is typed before or after it. */
export function dispatchAlone(view: EditorView, change: Transaction): void {
  view.dispatch(closeHistory(change));
  view.dispatch(closeHistory(view.state.tr));
}

/** Puts a variable at the caret, in place of a `{{` that was typed for it, closed or not. */
export function insertVariable(view: EditorView, variable: MergeVariable): void {
  const { doc, schema, selection, tr } = view.state;
  const node = schema.node('variable', { source: tagOf(variable) });
  const from = (selection.empty && typedTag(selection.$from)?.from) || selection.from;
  const isClosed =
    from < selection.from && textOf(doc, selection.to, lineEnd(selection)).startsWith('}}');
  tr.replaceWith(from, selection.to + (isClosed ? 2 : 0), node);
  tr.setSelection(TextSelection.create(tr.doc, from + 1)).scrollIntoView();
  dispatchAlone(view, tr);
  view.focus();
}

const lineEnd = ({ $to }: Selection): number => $to.end();

/** Inserts plain text. A field of one line gets blanks for line breaks. */
export function insertText(view: EditorView, text: string, isMultiline: boolean): void {
  const { schema, tr } = view.state;
  const written = text.replaceAll(/\r\n?/g, '\n');
  const { content } = schema.nodeFromJSON(
    documentOf(isMultiline ? written : written.replaceAll('\n', ' '), isMultiline),
  );
  dispatchAlone(view, tr.replaceSelection(new Slice(content, 1, 1)).scrollIntoView());
}

/** Shows a text that was not typed here, without taking the focus. */
export function showText(view: EditorView, text: string, isMultiline: boolean): void {
  const { doc, schema, selection, tr } = view.state;
  const next = schema.nodeFromJSON(documentOf(text, isMultiline));
  tr.replaceWith(0, doc.content.size, next.content);
  const caret = view.hasFocus()
    ? TextSelection.create(tr.doc, positionAt(tr.doc, offsetOf(doc, selection.head)))
    : Selection.atEnd(tr.doc);
  dispatchAlone(view, tr.setSelection(caret).setMeta('preventUpdate', true));
}

/** What is copied: the text of the variables, not what their chips say. */
export const clipboardText = ({ content }: Slice): string =>
  content.textBetween(0, content.size, '\n', (leaf) => String(leaf.attrs['source']));

export const clipboardSerializer = (schema: Schema): DOMSerializer =>
  new DOMSerializer(
    {
      ...DOMSerializer.nodesFromSchema(schema),
      variable: ({ attrs }: Node) => ['span', String(attrs['source'])],
    },
    {},
  );
