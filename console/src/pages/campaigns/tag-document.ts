import { type MergeTag, parseTemplate } from '@outcrop/contract/merge-tags';
import type { JSONContent } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';

/** A paragraph for each line, or one for the whole text, with a node for each variable. */
export const documentOf = (text: string, isMultiline: boolean): JSONContent => ({
  type: 'doc',
  content: (isMultiline ? text.split('\n') : [text]).map(paragraphOf),
});

export const paragraphOf = (line: string): JSONContent => ({
  type: 'paragraph',
  content: parseTemplate(line).parts.map((part) =>
    typeof part === 'string'
      ? { type: 'text', text: part }
      : { type: 'variable', attrs: { source: part.source } },
  ),
});

/** What a chip stands for. */
export const tagOfNode = ({ attrs }: Pick<Node, 'attrs'>): MergeTag =>
  parseTemplate(String(attrs['source'])).parts[0] as MergeTag;

export const textOf = (node: Node, from = 0, to = node.content.size): string =>
  node.textBetween(from, to, '\n', (leaf) => String(leaf.attrs['source']));

/** The text that stands before a position. */
export const offsetOf = (document: Node, position: number): number =>
  textOf(document, 0, position).length;

/** The position after so many characters of the text; within a variable, the one after it. */
export function positionAt(document: Node, offset: number): number {
  let left = offset;
  for (let index = 0, start = 1; index < document.childCount; index++) {
    const paragraph = document.child(index);
    const length = textOf(paragraph).length;
    if (left <= length) return start + positionIn(paragraph, left);
    left -= length + 1;
    start += paragraph.nodeSize;
  }
  return document.content.size - 1;
}

function positionIn(paragraph: Node, offset: number): number {
  let left = offset;
  let position = 0;
  for (let index = 0; index < paragraph.childCount && left > 0; index++) {
    const child = paragraph.child(index);
    const length = child.isText ? child.nodeSize : String(child.attrs['source']).length;
    position += child.isText ? Math.min(left, length) : child.nodeSize;
    left -= length;
  }
  return position;
}

/** A variable that is being typed: `{{` and the letters after it. */
export interface TypedTag {
  from: number;
  query: string;
}

const maxQueryLength = 20;

export function typedTag({ parent, parentOffset, pos }: ResolvedPos): TypedTag | null {
  const start = Math.max(0, parentOffset - maxQueryLength - 2);
  const before = parent.textBetween(start, parentOffset, undefined, '\ufffc');
  const match = /\{\{([\p{L} ]*)$/u.exec(before);
  return match ? { from: pos - match[0].length, query: match[1]! } : null;
}
