/** A connection keeps the plan of each, so that texts without end must not become statements without end. */
const maxStatements = 200;
const names = new Map<string, string>();

/** The name under which connections prepare the statement; undefined if there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === maxStatements) return known;
  const name = `outcrop_${names.size + 1}`;
  names.set(text, name);
  return name;
}
