import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';
import classes from './markdown-text.module.css';

/** Shows text with light Markdown as elements. No HTML of the text is ever interpreted. */
export const MarkdownText = ({ text, nameOf }: { text: string; nameOf: NameOf }) => (
  <div className={classes.text}>
    {parseMarkdown(text).map((block, index) => renderBlock(block, index, nameOf))}
  </div>
);

/** The name of a user who is mentioned. */
type NameOf = (userId: string) => string;

function renderBlock(block: Block, index: number, nameOf: NameOf): ReactNode {
  const renderAll = (parts: Inline[]) =>
    parts.map((part, position) => renderInline(part, position, nameOf));
  if (block.type === 'paragraph') return <p key={index}>{renderAll(block.content)}</p>;
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List key={index}>
      {block.items.map((item, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text have no other identity
        <li key={position}>{renderAll(item)}</li>
      ))}
    </List>
  );
}

function renderInline(part: Inline, index: number, nameOf: NameOf): ReactNode {
  if (typeof part === 'string') return part;
  if (part.type === 'mention')
    return (
      <span key={index} className={classes.mention}>
        @{nameOf(part.userId)}
      </span>
    );
  if (part.type === 'link')
    return (
      <Anchor key={index} inherit href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </Anchor>
    );
  const Element = part.type === 'bold' ? 'strong' : 'em';
  return (
    <Element key={index}>
      {part.children.map((child, position) => renderInline(child, position, nameOf))}
    </Element>
  );
}
