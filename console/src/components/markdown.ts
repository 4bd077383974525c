/** The part of Markdown that notes use. Anything else, such as HTML, is text. */
export type Inline =
  | string
  | { type: 'bold' | 'italic'; children: Inline[] }
  | { type: 'link'; href: string; text: string }
  | { type: 'mention'; userId: string };

export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; isOrdered: boolean; items: Inline[][] };

export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0)
      blocks.push({ type: 'paragraph', content: parseInline(lines.join('\n')) });
    lines = [];
  };
  let canContinueList = false;
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s{0,8}(?:([-*])|\d{1,3}[.)])\s+(\S.*)$/.exec(line);
    if (item) {
      endParagraph();
      const isOrdered = item[1] === undefined;
      const last = blocks.at(-1);
      const content = parseInline(item[2]!);
      if (canContinueList && last?.type === 'list' && last.isOrdered === isOrdered)
        last.items.push(content);
      else blocks.push({ type: 'list', isOrdered, items: [content] });
      canContinueList = true;
    } else {
      canContinueList = false;
      if (line.trim() === '') endParagraph();
      else lines.push(line);
    }
  }
  endParagraph();
  return blocks;
}

/** Every repetition is bounded or ends at its first delimiter, so that no text takes long. */
const mark = new RegExp(
  [
    /\[(?<label>[^\][\n]{1,300})\]\((?<target>(?:https?:\/\/|mailto:)[^\s()]{1,2000})\)/u,
    /@\[(?<user>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/u,
    /\*\*(?<bold>[^*\n]{1,2000})\*\*/u,
    /\*(?<star>[^*\s](?:[^*\n]{0,2000}[^*\s])?)\*/u,
    /(?<![\p{L}\p{N}_])_(?<line>[^_\s](?:[^_\n]{0,2000}[^_\s])?)_(?![\p{L}\p{N}_])/u,
    /(?<url>https?:\/\/[^\s<>()[\]*"]{1,2000}[^\s<>()[\]*".,;:!?'])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(mark)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const { label, target, bold, star, line, url, user } = match.groups!;
    const href = target ?? url;
    const italic = star ?? line;
    if (user !== undefined) parts.push({ type: 'mention', userId: user });
    else if (href !== undefined)
      parts.push(URL.canParse(href) ? { type: 'link', href, text: label ?? href } : match[0]);
    else if (bold !== undefined) parts.push({ type: 'bold', children: parseInline(bold) });
    else if (italic !== undefined) parts.push({ type: 'italic', children: parseInline(italic) });
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
