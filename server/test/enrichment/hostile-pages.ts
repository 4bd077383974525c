/** Pages that are expensive to parse, each of about the given length. */
export const hostilePages: Record<string, (length: number) => string> = {
  'script tags that never end': (length) => repeated('<script ', length),
  'style tags': (length) => repeated('<style>', length),
  'style tags with ends that do not fit': (length) => repeated('<style></script>', length),
  'links without an address': (length) => repeated('<a ', length),
  'links with an address': (length) => repeated('<a href="/about">', length),
  'comments that never end': (length) => repeated('<!--', length),
  'comments that almost end': (length) => `<!--${repeated('--!-', length)}`,
  'open tags': (length) => repeated('<', length),
  'deep nesting': (length) => `${repeated('<div>', length)}deep`,
  'deep nesting that is closed': (length) =>
    repeated('<b>', (length * 3) / 7) + repeated('</b>', (length * 4) / 7),
  'ends of what never began': (length) => `${'<i>'.repeat(400)}${repeated('</x>', length)}`,
  'pictures in pictures': (length) => repeated('<svg><foreignObject>', length),
  'one attribute': (length) => `<p title="${repeated('a', length)}">x</p>`,
  'many attributes': (length) =>
    `<p ${Array.from({ length: length / 10 }, (_, at) => `a${at}="x"`).join(' ')}>x</p>`,
  entities: (length) => repeated('&amp;', length),
  'entities that never end': (length) => repeated('&#1', length),
  'combining marks': (length) => `<p>a${repeated('\u0316\u0301', length / 2)}</p>`,
  blanks: (length) => `<p>${repeated(' \n', length)}x</p>`,
  'words joined by underscores': (length) => `<p>${repeated('ignoriere_', length)}</p>`,
  'half an order': (length) => `<p>${repeated('ignore all previous ', length)}</p>`,
  'orders to respond': (length) => `<p>${repeated('respond only only with ', length)}</p>`,
  base64: (length) => `<p>${repeated('aWdub3JlIGFsbCBwcmV2aW91cw ', length)}</p>`,
  'percent signs': (length) => `<p>${repeated('%69%67%6e%6f', length)}</p>`,
};

/** robots.txt files that are expensive to parse. */
export const hostileRobots: Record<string, (length: number) => string> = {
  wildcards: (length) => `User-agent: *\nDisallow: /${repeated('*a', length)}`,
  'many rules with wildcards': (length) =>
    `User-agent: *\n${repeated('Disallow: /*a*b*c*d$\n', length)}`,
  'line breaks': (length) => repeated('\r\n', length),
  'colons and blanks': (length) => repeated(' : ', length),
  'one line': (length) => repeated('a', length),
};

const repeated = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
