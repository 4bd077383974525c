const logoPath = 'viewBox="0 0 24 24"><path d="M1 20 8.5 4l4.2 7.2L15.9 7 23 20z"';
const icon = `<svg xmlns="http://www.w3.org/2000/svg" ${logoPath} fill="#0b6e66"/></svg>`;

/** The console's colors. */
export const docsColors = {
  light:
    '--ground: #f7f6f2; --surface: #fff; --line: #dedacf; --text: #1c1b18; --muted: #5e5a52; --accent: #0b6e66',
  dark: '--ground: #141412; --surface: #1c1c19; --line: #33322d; --text: #eceae3; --muted: #a8a398; --accent: #5cc4b6',
};

const headerStyles = `
  body { ${docsColors.light}; margin: 0 }
  #top { position: sticky; top: 0; z-index: 100; display: flex; gap: 24px; align-items: center; box-sizing: border-box;
    height: 48px; padding: 0 16px; background: var(--ground); border-bottom: 1px solid var(--line);
    font: 14px/1.4 system-ui, sans-serif; white-space: nowrap }
  #top a { color: var(--accent); text-decoration: none }
  #top a:hover { text-decoration: underline }
  #top strong { display: flex; gap: 8px; align-items: center; margin-inline-end: auto; color: var(--text);
    font: 600 17px Georgia, serif }
  #top svg { width: 22px; color: var(--accent) }
  @media (max-width: 480px) { #top { gap: 14px } #top strong span { display: none } }
`;

interface DocsPage {
  title: string;
  /** The path of this page, which the header does not link to. */
  path: string;
  styles: string;
  body: string;
}

const links = {
  '/docs': 'Reference',
  '/docs/guides': 'Guides',
  '/openapi.json': 'OpenAPI',
  '/': 'Open console',
};

/** A page below /docs, with a header that leads to the others and to the console. */
export const renderDocsPage = ({ title, path, styles, body }: DocsPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <style>${headerStyles}${styles}</style>
  </head>
  <body>
    <header id="top">
      <strong><svg aria-hidden="true" ${logoPath} fill="currentColor"/></svg><span>Outcrop API</span></strong>
      ${Object.entries(links)
        .filter(([to]) => to !== path)
        .map(([to, name]) => `<a href="${to}">${name}</a>`)
        .join('\n      ')}
    </header>
    ${body}
  </body>
</html>
`;
