import { inSpan, SpanKind } from '../observe/tracing.ts';

const maxTextLength = 2_000;

/** Runs a statement in a span with its text, which has placeholders instead of values. */
export const inStatementSpan = <T>(text: string, run: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({
      name: summaryOf(text),
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength),
      },
    }),
    run,
  );

/** `insert list`, `select prospect`: the first write, or the first table that is read. */
export function summaryOf(text: string): string {
  const [, write, written] =
    /\b(insert) into\s+([\w.]+)/i.exec(text) ??
    /\b(update)\s+(?!skip|of)([\w.]+)\s+(?:as\s+)?\w*\s*set\b/i.exec(text) ??
    /\b(delete) from\s+([\w.]+)/i.exec(text) ??
    [];
  if (write) return `${write.toLowerCase()} ${tableIn(written!)}`;
  const [, read] = /\bfrom\s+([\w.]+)/i.exec(text) ?? [];
  const [verb = ''] = /\w+/.exec(text) ?? [];
  return read ? `select ${tableIn(read)}` : verb.toLowerCase();
}

/** pg-boss names the partition of a queue by a hash. */
const tableIn = (name: string): string => name.replace(/^pgboss\.j[0-9a-f]{40,}$/, 'pgboss.job');
