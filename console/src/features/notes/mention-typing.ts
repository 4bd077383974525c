/** Longer than names are. */
const maxLength = 60;

export interface TypedMention {
  /** Where the @ is. */
  start: number;
  /** What was typed after it. */
  query: string;
}

/** The mention that ends at the cursor: an @ at the start of a word, and what follows in its line. */
export function typedMention(text: string, cursor: number): TypedMention | null {
  const start = text.lastIndexOf('@', cursor - 1);
  if (start < 0 || cursor - start > maxLength) return null;
  if (start > 0 && !/[\s(]/.test(text[start - 1]!)) return null;
  const query = text.slice(start + 1, cursor);
  return /^\s|\n/.test(query) ? null : { start, query };
}

const maxSuggestions = 6;

/** Those with a word that begins with the query. */
export function suggestMentions<Named extends { label: string }>(
  people: Named[],
  query: string,
): Named[] {
  const wanted = query.toLocaleLowerCase();
  const matches = ({ label }: Named) => {
    const name = label.toLocaleLowerCase();
    return name.startsWith(wanted) || name.includes(` ${wanted}`);
  };
  return people.filter(matches).slice(0, maxSuggestions);
}
