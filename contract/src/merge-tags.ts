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
  'senderName',
] as const;
export type Variable = (typeof variables)[number];

/** Variables of the footer, which must contain the link to unsubscribe. */
export const footerVariables = [...variables, 'unsubscribeUrl'] as const;
export type FooterVariable = (typeof footerVariables)[number];

export type Values<V extends string = Variable> = Partial<Record<V, string | null>>;

/** A variable as `source` has it. Without a fallback, it needs a value. */
export interface Tag<V extends string = Variable> {
  variable: V;
  fallback: string | null;
  source: string;
}
/** The text between variables, or a variable. */
export type Part<V extends string = Variable> = string | Tag<V>;

export interface Parsed<V extends string = Variable> {
  parts: Part<V>[];
  /** Each completes a sentence that starts with the field name. */
  problems: string[];
}

const [open, close] = ['{{', '}}'] as const;

/**
 * Parses `{{firstName}}` and `{{firstName|there}}`, where the text after the bar is the
 * fallback. Invalid tags stay in the text as written.
 */
export function parse(template: string): Parsed;
export function parse<V extends string>(template: string, allowed: readonly V[]): Parsed<V>;
export function parse(template: string, allowed: readonly string[] = variables): Parsed<string> {
  const pieces = template.split(/(\{\{|\}\})/);
  const parts: Part<string>[] = [];
  const problems = new Set<string>();
  let text = '';
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    if (piece === open && pieces[index + 2] === close) {
      const inside = pieces[index + 1]!;
      const source = open + inside + close;
      const tag = readTag(inside, source, allowed);
      index += 2;
      if (typeof tag === 'string') {
        problems.add(tag);
        text += source;
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
export function render(template: string, values: Values): string;
export function render<V extends string>(
  template: string,
  values: Values<V>,
  allowed: readonly V[],
): string;
export function render(
  template: string,
  values: Values<string>,
  allowed: readonly string[] = variables,
): string {
  return parse(template, allowed)
    .parts.map((part) =>
      typeof part === 'string' ? part : values[part.variable] || (part.fallback ?? ''),
    )
    .join('');
}

/** Variables without a fallback, each once, in order. `{{title|}}` has an empty fallback. */
export const requiredVariables = (template: string): Variable[] => [
  ...new Set(
    parse(template).parts.flatMap((part) =>
      typeof part === 'string' || part.fallback !== null ? [] : [part.variable],
    ),
  ),
];

/** Variables that have neither a value nor a fallback. */
export const missingVariables = (template: string, values: Values): Variable[] =>
  requiredVariables(template).filter((variable) => !values[variable]);

/** Returns the parsed tag, or what is wrong with it. */
function readTag<V extends string>(
  inside: string,
  source: string,
  allowed: readonly V[],
): Tag<V> | string {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const variable = allowed.find((each) => each === name);
  if (variable === undefined)
    return name === ''
      ? `has an empty "${open}${close}"`
      : `has the unknown variable "${name.slice(0, 60)}"; use one of ${allowed.join(', ')}`;
  return { variable, fallback: bar < 0 ? null : inside.slice(bar + 1).trim(), source };
}
