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
export function companyPageLinks(hrefs: Iterable<string>, page: string): string[] {
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
