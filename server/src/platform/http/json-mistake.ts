const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const hex = /[\dA-Fa-f]{4}/y;
const blank = /[ \t\r\n]*/y;

/**
 * Describes where text stops being valid JSON; JSON.parse gives the position of some errors only.
 */
export function jsonSyntaxError(text: string): string {
  const at = errorIndex(text);
  const line = text.slice(0, at).split('\n').length;
  const column = at - text.lastIndexOf('\n', at - 1);
  const what =
    at < text.length ? `unexpected ${shown(text.codePointAt(at)!)}` : 'it ends too early';
  return `${what} at line ${line}, column ${column}`;
}

const shown = (code: number): string =>
  code > 0x20 && code < 0x7f
    ? `"${String.fromCodePoint(code)}"`
    : `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

type Next = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'end of value';

/** Index of the first character that cannot continue valid JSON. */
function errorIndex(text: string): number {
  const open: string[] = [];
  let next = 'value' as Next;
  for (let at = 0; ; ) {
    at = after(blank, text, at);
    const char = text[at];
    if (char === undefined) return at;
    const closes =
      next === 'end of value' || next === `first ${open.at(-1) === '{' ? 'key' : 'item'}`;
    if (closes && char === (open.at(-1) === '{' ? '}' : ']') && open.pop()) {
      next = 'end of value';
      at++;
    } else if (next === 'end of value') {
      if (char !== ',' || open.length === 0) return at;
      next = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (next === 'colon') {
      if (char !== ':') return at;
      next = 'value';
      at++;
    } else if (char === '"') {
      const end = endOfString(text, at + 1);
      if (text[end] !== '"') return end;
      next = next === 'key' || next === 'first key' ? 'colon' : 'end of value';
      at = end + 1;
    } else if (next === 'key' || next === 'first key') {
      return at;
    } else if (char === '{' || char === '[') {
      open.push(char);
      next = char === '{' ? 'first key' : 'first item';
      at++;
    } else {
      const end = after(literal, text, at);
      if (end === at) return at;
      next = 'end of value';
      at = end;
    }
  }
}

/** Index of the closing quote, or of the first invalid character. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code === 0x22 || code < 0x20) return at;
    if (code !== 0x5c) at++;
    else if (isEscape(text, at)) at += text[at + 1] === 'u' ? 6 : 2;
    else return at;
  }
}

const isEscape = (text: string, at: number): boolean => {
  const char = text[at + 1] ?? '';
  return char === 'u'
    ? after(hex, text, at + 2) > at + 2
    : char !== '' && '"\\/bfnrt'.includes(char);
};

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
