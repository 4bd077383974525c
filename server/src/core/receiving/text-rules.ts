// Without tab and line feed.
const controls = /[^\P{Cc}\t\n]/gu;
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text that PostgreSQL can store: well-formed, without control characters, lines end in LF. */
export function cleanBlock(text: string, maxLength: number): string {
  const lines = cutText(text, maxLength).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return lines.replace(controls, '').toWellFormed();
}

/** Like `cleanBlock`, on one line and without marks that change the direction of the text. */
export const cleanLine = (text: string, maxLength: number): string =>
  cutText(
    cleanBlock(text, maxLength * 4)
      .replace(directionMarks, '')
      .replace(/\s+/g, ' ')
      .trim(),
    maxLength,
  );

/** Cuts a text, but not in the middle of a character. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}

const snippetLength = 200;
export const maxSubjectLength = 500;

/** Text that PostgreSQL can store: no NUL, no half of a character. */
export const storableText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll('\0', '').toWellFormed();

/** The beginning of a text, as a list of conversations shows it. */
export const snippetOf = (text: string): string =>
  storableText(
    text
      .slice(0, snippetLength * 10)
      .replace(/\s+/g, ' ')
      .trim(),
    snippetLength,
  );
