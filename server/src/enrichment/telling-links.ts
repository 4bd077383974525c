/** What tells most about a company, in the order in which it is read. */
const telling: RegExp[] = [
  /about|company|who-we-are|ueber|uber-uns|unternehmen|a-propos|qui-sommes|nosotros|chi-siamo|sobre|over-ons|o-nas/i,
  /product|solution|service|platform|produkt|leistung|loesung|produit|offre|producto|prodott|servic/i,
  /team|people|leadership|management|equipe|equipo/i,
  /customer|client|case-stud|referenz|kunden|stories/i,
  /career|jobs|karriere|stellen|carriere|empleo|lavora/i,
  /news|blog|press|aktuell|presse/i,
];

const isFile = /\.(?:pdf|jpe?g|png|gif|svg|zip|css|js|xml|mp4)$/i;

/** The links of a page that are worth following: one of each kind, the most telling first. */
export function tellingLinks(hrefs: Iterable<string>, page: string): string[] {
  const first = new Map<number, string>();
  for (const href of hrefs) {
    const url = URL.parse(href, page);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue;
    url.hash = '';
    if (url.href === page || isFile.test(url.pathname)) continue;
    const kind = telling.findIndex((pattern) => pattern.test(url.pathname));
    if (kind >= 0 && !first.has(kind)) first.set(kind, url.href);
  }
  return [...first].sort(([one], [other]) => one - other).map(([, href]) => href);
}
