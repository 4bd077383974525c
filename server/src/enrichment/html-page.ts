import { Parser } from 'htmlparser2';

/** Visible and hidden text of a page. */
export interface HtmlPage {
  title: string;
  text: string;
  /** Comments and attributes: checked for instructions, never sent to a model. */
  hidden: string;
  /** The lang attribute: `de`. */
  language: string | null;
  /** Links to pages about the company, the most useful first. */
  links: string[];
}

const maxTextLength = 12_000;
const maxHiddenLength = 50_000;
const maxTitleLength = 300;
const maxLinks = 2_000;
const maxHrefLength = 500;
/** The parser searches its open elements at every end tag, so deep nesting would be quadratic. */
const maxDepth = 500;
const chunkLength = 4_096;

const skipped = new Set(
  'script style noscript svg math iframe form template object video audio canvas select title'.split(
    ' ',
  ),
);
const code = new Set(['script', 'style']);
const textAttributes = new Set(['content', 'alt', 'title', 'aria-label', 'placeholder', 'value']);
const blocks = new Set(
  (
    'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section table td th tr ul'
  ).split(' '),
);

/** Reads a page in one pass, in linear time. */
export function readHtmlPage(html: string, address: string): HtmlPage {
  const text = new TextCollector(maxTextLength);
  const hidden = new TextCollector(maxHiddenLength);
  const title = new TextCollector(maxTitleLength);
  const hrefs = new Set<string>();
  let language: string | null = null;
  let depth = 0;
  let skippedAt: number | null = null;
  let skippedElement = '';

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (blocks.has(name)) text.add('\n');
      if (skippedAt === null && (skipped.has(name) || attributes.hidden !== undefined)) {
        skippedAt = depth;
        skippedElement = name;
      }
      if (name === 'html') language ??= languageOf(attributes.lang);
      if (name === 'a' && attributes.href !== undefined && hrefs.size < maxLinks)
        hrefs.add(attributes.href.slice(0, maxHrefLength));
      for (const [attribute, value] of Object.entries(attributes))
        if (textAttributes.has(attribute) || attribute.startsWith('data-'))
          hidden.add(`\n${value}`);
    },
    onclosetag(name) {
      if (skippedAt === depth) skippedAt = null;
      depth--;
      if (blocks.has(name)) text.add('\n');
    },
    ontext(data) {
      if (skippedAt === null) text.add(data.replaceAll(/\s+/g, ' '));
      else if (skippedElement === 'title') title.add(data);
      else if (!code.has(skippedElement)) hidden.add(data);
    },
    oncomment: (data) => hidden.add(`\n${data}`),
    onprocessinginstruction: (_, data) => hidden.add(`\n${data}`),
  });
  for (let at = 0; at < html.length; at += chunkLength) {
    parser.write(html.slice(at, at + chunkLength));
    if (depth > maxDepth) break;
  }
  parser.end();
  return {
    title: trimLines(title.text),
    text: trimLines(text.text),
    hidden: hidden.text,
    language,
    links: companyPageLinks(hrefs, address),
  };
}

/** Collects text up to a length and drops the rest. */
class TextCollector {
  readonly #maxLength: number;
  text = '';

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  add(more: string): void {
    const remaining = this.#maxLength - this.text.length;
    // A page may have hundreds of thousands of line breaks.
    if (remaining > 0 && !(more === '\n' && this.text.endsWith('\n')))
      this.text += more.slice(0, remaining);
  }
}

/** Trims lines, and keeps at most one empty line between paragraphs. */
const trimLines = (text: string): string => {
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();
};

const languageOf = (lang = ''): string | null =>
  /^[a-z]{2,3}(?![a-z])/i.exec(lang.slice(0, 20))?.[0].toLowerCase() ?? null;

/** Pages about a company, the most useful first. */
const companyPagePatterns: RegExp[] = [
  /about|company|who-we-are|ueber|uber-uns|unternehmen|a-propos|qui-sommes|nosotros|chi-siamo|sobre|over-ons|o-nas/i,
  /product|solution|service|platform|produkt|leistung|loesung|produit|offre|producto|prodott|servic/i,
  /team|people|leadership|management|equipe|equipo/i,
  /customer|client|case-stud|referenz|kunden|stories/i,
  /career|jobs|karriere|stellen|carriere|empleo|lavora/i,
  /news|blog|press|aktuell|presse/i,
];

const isFile = /\.(?:pdf|jpe?g|png|gif|svg|zip|css|js|xml|mp4)$/i;

/** At most one link per pattern, in the order of the patterns. */
function companyPageLinks(hrefs: Iterable<string>, page: string): string[] {
  const first = new Map<number, string>();
  for (const href of hrefs) {
    const url = URL.parse(href, page);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue;
    url.hash = '';
    if (url.href === page || isFile.test(url.pathname)) continue;
    const kind = companyPagePatterns.findIndex((pattern) => pattern.test(url.pathname));
    if (kind >= 0 && !first.has(kind)) first.set(kind, url.href);
  }
  return [...first].sort(([one], [other]) => one - other).map(([, href]) => href);
}
