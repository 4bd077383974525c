import { hash } from 'node:crypto';

/** A connection keeps the plan of each, so that texts without end must not become statements without end. */
const maxStatements = 200;
const names = new Map<string, string>();

/**
 * The name under which connections prepare the statement; undefined if there are too many. The same
 * in every process: behind a pooler, a name never stands for the statement of another one.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === maxStatements) return known;
  const name = `outcrop_${hash('sha256', text).slice(0, 32)}`;
  names.set(text, name);
  return name;
}
