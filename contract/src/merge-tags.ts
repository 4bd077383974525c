/** Variables that an email can use. */
export const mergeVariables = [
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
export type MergeVariable = (typeof mergeVariables)[number];

/** Variables of the footer, which must contain the link to unsubscribe. */
export const footerVariables = [...mergeVariables, 'unsubscribeUrl'] as const;
export type FooterVariable = (typeof footerVariables)[number];

export type MergeValues<V extends string = MergeVariable> = Partial<Record<V, string | null>>;

/** A variable as `source` has it. Without a fallback, it needs a value. */
export interface MergeTag<V extends string = MergeVariable> {
  variable: V;
  fallback: string | null;
  source: string;
}
/** The text between variables, or a variable. */
export type TemplatePart<V extends string = MergeVariable> = string | MergeTag<V>;

export interface ParsedTemplate<V extends string = MergeVariable> {
  parts: TemplatePart<V>[];
  /** Each completes a sentence that starts with the field name. */
  problems: string[];
}

const [open, close] = ['{{', '}}'] as const;

/**
 * Parses `{{firstName}}` and `{{firstName|there}}`, where the text after the bar is the
 * fallback. Invalid tags stay in the text as written.
 */
export function parseTemplate(template: string): ParsedTemplate;
export function parseTemplate<V extends string>(
  template: string,
  allowed: readonly V[],
): ParsedTemplate<V>;
export function parseTemplate(
  template: string,
  allowed: readonly string[] = mergeVariables,
): ParsedTemplate<string> {
  const pieces = template.split(/(\{\{|\}\})/);
  const parts: TemplatePart<string>[] = [];
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

export const variablesOf = (template: string): MergeVariable[] => [
  ...new Set(
    parseTemplate(template).parts.flatMap((part) =>
      typeof part === 'string' ? [] : [part.variable],
    ),
  ),
];

/** Inserted values are not parsed again, even if they contain tags. */
export function renderTemplate(template: string, values: MergeValues): string;
export function renderTemplate<V extends string>(
  template: string,
  values: MergeValues<V>,
  allowed: readonly V[],
): string;
export function renderTemplate(
  template: string,
  values: MergeValues<string>,
  allowed: readonly string[] = mergeVariables,
): string {
  return parseTemplate(template, allowed)
    .parts.map((part) => filledPart(part, values))
    .join('');
}

/**
 * The length of the filled template, and the variable that adds most to it. Counts without building the
 * text, which a few thousand long values would make very large.
 */
export function measureTemplate(
  template: string,
  values: MergeValues<string>,
): { length: number; longest: FooterVariable | null } {
  let length = 0;
  let longest: FooterVariable | null = null;
  const added = new Map<FooterVariable, number>();
  for (const part of parseTemplate(template, footerVariables).parts) {
    const partLength = filledPart(part, values).length;
    length += partLength;
    if (typeof part === 'string') continue;
    const sum = (added.get(part.variable) ?? 0) + partLength;
    added.set(part.variable, sum);
    if (longest === null || sum > added.get(longest)!) longest = part.variable;
  }
  return { length, longest };
}

const filledPart = (part: TemplatePart<string>, values: MergeValues<string>): string =>
  typeof part === 'string' ? part : values[part.variable] || (part.fallback ?? '');

/** Variables without a fallback, each once, in order. `{{title|}}` has an empty fallback. */
export const requiredVariables = (template: string): MergeVariable[] => [
  ...new Set(
    parseTemplate(template).parts.flatMap((part) =>
      typeof part === 'string' || part.fallback !== null ? [] : [part.variable],
    ),
  ),
];

/** Variables that have neither a value nor a fallback. */
export const missingVariables = (template: string, values: MergeValues): MergeVariable[] =>
  requiredVariables(template).filter((variable) => !values[variable]);

/** Returns the parsed tag, or what is wrong with it. */
function readTag<V extends string>(
  inside: string,
  source: string,
  allowed: readonly V[],
): MergeTag<V> | string {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const variable = allowed.find((each) => each === name);
  if (variable === undefined)
    return name === ''
      ? `has an empty "${open}${close}"`
      : `has the unknown variable "${name.slice(0, 60)}"; use one of ${allowed.join(', ')}`;
  return { variable, fallback: bar < 0 ? null : inside.slice(bar + 1).trim(), source };
}
