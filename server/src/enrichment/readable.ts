import { compile } from 'html-to-text';

/** What a page says, to its readers and behind their backs. */
export interface ReadPage {
  title: string;
  /** For a reader. */
  text: string;
  /** Comments and the like, which no reader sees: looked at for instructions, never handed on. */
  hidden: string;
  /** As the page says of itself: `de`. */
  language: string | null;
}

const mostText = 12_000;
const mostHidden = 50_000;

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: 600_000, maxDepth: 60, maxChildNodes: 5_000 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['img', 'script', 'style', 'noscript', 'svg', 'iframe', 'form', 'template', '[hidden]'].map(
      (selector) => ({ selector, format: 'skip' }),
    ),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
});

export function readPage(html: string): ReadPage {
  const head = html.slice(0, 10_000);
  const [, title = ''] = /<title[^>]{0,200}>([^<]{0,300})/i.exec(head) ?? [];
  const [, language] = /<html[^>]{0,200}?\blang\s*=\s*["']?([a-z]{2,3})\b/i.exec(head) ?? [];
  const attributes = [
    ...html.matchAll(
      /\b(?:content|alt|title|aria-label|data-[\w-]{1,40})\s*=\s*"([^"]{8,2000})"/gi,
    ),
  ].map(([, said = '']) => said);
  return {
    title: title.trim(),
    text: toText(html)
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, mostText),
    hidden: [...commentsIn(html), ...attributes, unread(html)].join('\n').slice(0, mostHidden),
    language: language?.toLowerCase() ?? null,
  };
}

/** By searching and not by a pattern, which a page could make take long. */
function commentsIn(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<!--'); at >= 0; ) {
    const end = html.indexOf('-->', at);
    if (end < 0) return [...found, html.slice(at + 4)];
    found.push(html.slice(at + 4, end));
    at = html.indexOf('<!--', end);
  }
  return found;
}

/** The text with everything that only looks like markup, of which a parser leaves nothing. */
const unread = (html: string): string =>
  html.replaceAll(
    /<(?:script|style)\b[\s\S]{0,100000}?<\/(?:script|style)>|<[a-z/!][^<>]{0,2000}>/gi,
    '\n',
  );

/** What tells most about a company, in the order in which it is read. */
const telling: RegExp[] = [
  /about|company|who-we-are|ueber|uber-uns|unternehmen|a-propos|qui-sommes|nosotros|chi-siamo|sobre|over-ons|o-nas/i,
  /product|solution|service|platform|produkt|leistung|loesung|produit|offre|producto|prodott|servic/i,
  /team|people|leadership|management|equipe|equipo/i,
  /customer|client|case-stud|referenz|kunden|stories/i,
  /career|jobs|karriere|stellen|carriere|empleo|lavora/i,
  /news|blog|press|aktuell|presse/i,
];

/** The links of a page that are worth following, the most telling first. */
export function linksOf(html: string, base: URL): URL[] {
  const found = [
    ...html.slice(0, 600_000).matchAll(/<a\s[^>]{0,1000}?\bhref\s*=\s*["']?([^"'\s>]{1,500})/gi),
  ].flatMap(([, href = '']) => {
    if (!URL.canParse(href, base.href)) return [];
    const url = new URL(href, base.href);
    url.hash = '';
    return /^https?:$/.test(url.protocol) && url.href !== base.href ? [url] : [];
  });
  const distinct = [...new Map(found.map((url) => [url.href, url])).values()].filter(
    ({ pathname }) => !/\.(?:pdf|jpe?g|png|gif|svg|zip|css|js|xml|mp4)$/i.test(pathname),
  );
  const rank = ({ pathname }: URL) => telling.findIndex((pattern) => pattern.test(pathname));
  return Map.groupBy(distinct, rank)
    .entries()
    .filter(([kind]) => kind >= 0)
    .toArray()
    .sort(([one], [other]) => one - other)
    .flatMap(([, urls]) => urls.slice(0, 1));
}
