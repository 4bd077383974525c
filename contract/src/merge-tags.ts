/** Variables that an email can use. */
export const variables = [
  'fullName',
  'firstName',
  'lastName',
  'title',
  'companyName',
  'linkedinUrl',
  'website',
  'email',
  'phone',
  'locationName',
  'firstTouchLine',
] as const;
export type Variable = (typeof variables)[number];

export type Part = string | { variable: Variable; fallback: string };

export interface Parsed {
  parts: Part[];
  /** Each completes a sentence that starts with the field name. */
  problems: string[];
}

const [open, close] = ['{{', '}}'] as const;

/**
 * Parses `{{firstName}}` and `{{firstName|there}}`, where the text after the bar is the
 * fallback. Invalid tags stay in the text as written.
 */
export function parse(template: string): Parsed {
  const pieces = template.split(/(\{\{|\}\})/);
  const parts: Part[] = [];
  const problems = new Set<string>();
  let text = '';
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    if (piece === open && pieces[index + 2] === close) {
      const inside = pieces[index + 1]!;
      const tag = readTag(inside);
      index += 2;
      if (typeof tag === 'string') {
        problems.add(tag);
        text += open + inside + close;
      } else {
        parts.push(text, tag);
        text = '';
      }
      continue;
    }
    if (piece === open) problems.add(`has an unclosed "${open}"`);
    if (piece === close) problems.add(`has a "${close}" without "${open}"`);
    text += piece;
  }
  return { parts: [...parts, text].filter((part) => part !== ''), problems: [...problems] };
}

export const variablesOf = (template: string): Variable[] => [
  ...new Set(
    parse(template).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])),
  ),
];

/** Inserted values are not parsed again, even if they contain tags. */
export const render = (
  template: string,
  values: Partial<Record<Variable, string | null>>,
): string =>
  parse(template)
    .parts.map((part) => (typeof part === 'string' ? part : values[part.variable] || part.fallback))
    .join('');

/** Returns the parsed tag, or what is wrong with it. */
function readTag(inside: string): Part | string {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const variable = variables.find((each) => each === name);
  if (variable === undefined)
    return name === ''
      ? `has an empty "${open}${close}"`
      : `has the unknown variable "${name.slice(0, 60)}"; use one of ${variables.join(', ')}`;
  return { variable, fallback: bar < 0 ? '' : inside.slice(bar + 1).trim() };
}
