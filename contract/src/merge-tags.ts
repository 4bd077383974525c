/** What a letter can say about its reader. */
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

/** A piece of a text: to be taken as it is, or to be looked up for each reader. */
export type Part = string | { variable: Variable; fallback: string };

export interface Parsed {
  parts: Part[];
  /** What is wrong with the text, as the end of a sentence that begins with its name. */
  problems: string[];
}

const [open, close] = ['{{', '}}'] as const;

/**
 * Reads `{{firstName}}` and `{{firstName|there}}`, where what follows the bar stands in for those
 * who have none. What is wrong stays in the text as it was written.
 */
export function parse(template: string): Parsed {
  const pieces = template.split(/(\{\{|\}\})/);
  const parts: Part[] = [];
  const problems = new Set<string>();
  let text = '';
  for (let place = 0; place < pieces.length; place++) {
    const piece = pieces[place]!;
    if (piece === open && pieces[place + 2] === close) {
      const inside = pieces[place + 1]!;
      const tag = readTag(inside);
      place += 2;
      if (typeof tag === 'string') {
        problems.add(tag);
        text += open + inside + close;
      } else {
        parts.push(text, tag);
        text = '';
      }
      continue;
    }
    if (piece === open) problems.add(`has a "${open}" that no "${close}" closes`);
    if (piece === close) problems.add(`has a "${close}" that no "${open}" opens`);
    text += piece;
  }
  return { parts: [...parts, text].filter((part) => part !== ''), problems: [...problems] };
}

/** The variables that a text asks for, each once, in its order. */
export const variablesOf = (template: string): Variable[] => [
  ...new Set(
    parse(template).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])),
  ),
];

/** The text for one reader. What is put in is not read again, whatever it looks like. */
export const render = (
  template: string,
  values: Partial<Record<Variable, string | null>>,
): string =>
  parse(template)
    .parts.map((part) => (typeof part === 'string' ? part : values[part.variable] || part.fallback))
    .join('');

/** What stands between the braces, or what is wrong with it. */
function readTag(inside: string): Part | string {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const variable = variables.find((each) => each === name);
  if (variable === undefined)
    return name === ''
      ? `has a "${open}${close}" without a variable in it`
      : `has the unknown variable "${name.slice(0, 60)}"; there are ${variables.join(', ')}`;
  return { variable, fallback: bar < 0 ? '' : inside.slice(bar + 1).trim() };
}
