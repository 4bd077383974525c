import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Marked, type Token, type Tokens } from 'marked';
import { ApiError } from '../error.ts';
import { escapeHtml } from '../escape-html.ts';
import { docsColors, renderDocsPage } from './docs-page.ts';

/** Serves the pages of the documentation, so that readers need no other site. */
export function mountGuides(app: FastifyInstance, folder: string): void {
  const pages = new Map<string, string>();
  const send = async (name: string) => {
    const page = pages.get(name) ?? (await pageOf(folder, name));
    pages.set(name, page);
    return page;
  };
  for (const url of ['/docs/guides', '/docs/guides/:name'])
    app.get<{ Params: { name?: string } }>(url, async ({ params: { name = 'index' } }, reply) => {
      const page = await send(name);
      return reply.type('text/html').header('content-security-policy', guidePolicy).send(page);
    });
}

async function pageOf(folder: string, name: string): Promise<string> {
  const text = /^[a-z0-9-]{1,100}$/.test(name)
    ? await readFile(join(folder, `${name}.md`), 'utf8').catch(() => null)
    : null;
  if (text === null) throw new ApiError('not_found', 'Guide not found. All are at /docs/guides.');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Guides';
  return renderDocsPage({
    title: `${escapeHtml(title)} · Outcrop`,
    path: name === 'index' ? '/docs/guides' : '',
    styles,
    body: `<main>${markdown.parse(text, { async: false })}</main>`,
  });
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const to = linkOf(href);
      return to === null ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
    },
    // Pictures are in the repository only.
    image: () => '',
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    table({ header, rows }) {
      const row = (cells: { tokens: Token[] }[], element: 'th' | 'td') =>
        `<tr>${cells.map(({ tokens }) => `<${element}>${this.parser.parseInline(tokens)}</${element}>`).join('')}</tr>`;
      const body = rows.map((cells) => row(cells, 'td')).join('');
      // Focusable, so that a wide table can be scrolled by keyboard.
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
    },
    code: ({ text }: Tokens.Code) =>
      `<pre tabindex="0" role="group" aria-label="Code">${escapeHtml(text)}</pre>`,
  },
});

/** Null for files that are in the repository only. */
function linkOf(href: string): string | null {
  if (/^(https:|#)/.test(href)) return href;
  const [, name, anchor = ''] = /^([a-z0-9-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? null : `/docs/guides/${name}${anchor}`;
}

/** The anchor of a heading, as links between the files have it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const guidePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

const styles = `
  html { color-scheme: light dark; scroll-padding-top: 64px }
  @media (prefers-color-scheme: dark) { body { ${docsColors.dark} } }
  body { background: var(--surface); color: var(--text); font: 16px/1.6 system-ui, sans-serif }
  main { max-width: 760px; margin: 0 auto; padding: 24px 16px 96px; overflow-wrap: break-word }
  h1, h2, h3 { font-family: Georgia, serif; line-height: 1.25; margin: 1.8em 0 0.6em }
  h1 { font-size: 32px; margin-top: 0.6em } h2 { font-size: 23px } h3 { font-size: 18px }
  main a { color: var(--accent) }
  code, pre { font: 14px/1.5 ui-monospace, monospace }
  code { padding: 1px 4px; border-radius: 3px; background: var(--ground) }
  pre { padding: 12px 16px; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--ground) }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; font-size: 15px }
  th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top }
`;
