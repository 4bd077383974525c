const snippetLength = 200;
export const maxSubjectLength = 500;

/** Text that PostgreSQL can store: no NUL, no half of a character. */
export const storable = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll('\0', '').toWellFormed();

/** The beginning of a text, as a list of conversations shows it. */
export const snippetOf = (text: string): string =>
  storable(
    text
      .slice(0, snippetLength * 10)
      .replace(/\s+/g, ' ')
      .trim(),
    snippetLength,
  );
