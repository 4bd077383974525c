import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repositoryRoot = join(import.meta.dirname, '..');

const languages = ['bash', 'ts', 'python'] as const;
export type SnippetLanguage = (typeof languages)[number];

/** A block marked as ```bash run, and the block marked as output that follows it. */
export interface DocSnippet {
  page: string;
  line: number;
  language: SnippetLanguage;
  code: string;
  shown: { kind: string; text: string } | null;
}

/** All runnable snippets of the README and the guides, in page order. */
export const allSnippets = (): DocSnippet[] =>
  globSync('{README.md,docs/*.md,{client,contract}/README.md}', { cwd: repositoryRoot })
    .sort()
    .flatMap((page) => snippetsIn(page, readFileSync(join(repositoryRoot, page), 'utf8')));

export function snippetsIn(page: string, source: string): DocSnippet[] {
  const blocks = [...source.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    mark: match[1]!.trim(),
    text: match[2]!,
  }));
  return blocks.flatMap(({ line, mark, text }, index) => {
    const [name, role] = mark.split(' ');
    if (role !== 'run') return [];
    const language = languages.find((each) => each === name);
    if (!language) throw new Error(`${page}:${line}: unknown language ${name}`);
    const next = blocks[index + 1];
    const kind = next && /^(json|text) output$/.exec(next.mark)?.[1];
    return [{ page, line, language, code: text, shown: kind ? { kind, text: next.text } : null }];
  });
}

/** The printed and the documented output, without parts that change from run to run. */
export function comparableOutputs(printed: string, { kind, text }: { kind: string; text: string }) {
  if (kind === 'text') return { printed: maskIds(printed), shown: maskIds(text) };
  const shown = JSON.parse(text);
  const actual = keepShownKeys(JSON.parse(printed), shown);
  return { printed: maskIds(JSON.stringify(actual, null, 2)), shown: maskIds(formatShown(shown)) };
}

const formatShown = (value: unknown) => JSON.stringify(keepShownKeys(value, value), null, 2);

/** Removes what the page leaves out: an object with the key "…" lists only some of its keys. */
function keepShownKeys(actual: unknown, shown: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(shown))
    return actual.map((item, index) => keepShownKeys(item, shown[index]));
  if (!isObject(actual) || !isObject(shown)) return actual;
  const isPartial = '…' in shown;
  return Object.fromEntries(
    Object.entries(actual)
      .filter(([key]) => key !== '…' && (!isPartial || key in shown))
      .map(([key, value]) => [key, keepShownKeys(value, shown[key])]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ids become numbers in order of appearance, so that equal ids must stay equal. */
export function maskIds(text: string): string {
  const ids: string[] = [];
  return text
    .trim()
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `<id ${ids.indexOf(id) + 1}>`;
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/oc_[a-z0-9]+_[^\s"]+/g, '<token>')
    .replaceAll(/whsec_[^\s"]+/g, '<secret>')
    .replaceAll(/"nextCursor": ".*?"/g, '"nextCursor": <cursor>')
    .replaceAll(/\bt=\d+|\d+ s\b|(?<=retry-after: )\d+/gi, '<seconds>');
}
