/** A line that introduces the message below it, in mail programs that do not mark quoted lines. */
const introduction =
  /^(?:-{2,} ?(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|forwarded message) ?-{2,}|_{20,})$/i;

/** Splits a message into what its sender wrote and the earlier message below it. */
export function splitQuoted(text: string): { own: string; quoted: string } {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const start = quoteStart(lines);
  const own = lines.slice(0, start).join('\n').trim();
  const quoted = lines.slice(start).join('\n').trim();
  // A message that only quotes is shown whole.
  return own === '' ? { own: quoted, quoted: '' } : { own, quoted };
}

function quoteStart(lines: string[]): number {
  const introduced = lines.findIndex((line) => introduction.test(line.trim()));
  if (introduced !== -1) return introduced;
  let start = lines.length;
  while (start > 0 && isQuotedOrBlank(lines[start - 1]!)) start--;
  if (!lines.slice(start).some((line) => line.startsWith('>'))) return lines.length;
  return attributionStart(lines, start);
}

const isQuotedOrBlank = (line: string): boolean => line === '' || line.startsWith('>');

/** "On Tuesday, Ines Duarte wrote:" may span two lines. */
function attributionStart(lines: string[], start: number): number {
  const last = lines[start - 1] ?? '';
  if (!last.endsWith(':')) return start;
  const before = lines[start - 2] ?? '';
  return before !== '' && last.length < 60 && !/[.!?]$/.test(before) && /\d/.test(before)
    ? start - 2
    : start - 1;
}
