/** What surrounds the content of most sites: navigation, a newsletter, a footer with the company's own links. */
interface Site {
  name: string;
  title: string;
  domain: string;
  lang?: string;
  dir?: 'rtl';
  head?: string;
}

export const site = (
  { name, title, domain, lang = 'en', dir, head = '' }: Site,
  main: string,
): string => `<html lang="${lang}"${dir ? ` dir="${dir}"` : ''}><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta property="og:site_name" content="${name}">${head}
<style>.grid{display:grid}.sr-only{position:absolute;clip:rect(0,0,0,0)}</style></head>
<body class="page-template wp-theme-2031"><a class="skip-link sr-only" href="#content">↓</a>
<header class="site-header"><a class="logo" href="/"><img alt="${name}" src="data:,"></a>
<nav aria-label="1"><ul class="menu"><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul></nav>
<a class="btn" href="tel:+18005550100">+1 800 555 0100</a></header>
<main id="content">${main}</main>
<section class="newsletter"><form action="/subscribe"><input type="email" name="email" placeholder="name@company.com"><button>→</button></form></section>
<footer class="site-footer"><div class="col"><strong>${name}</strong><address>1 Harbour Road</address>
<a href="mailto:info@${domain}">info@${domain}</a></div><ul class="social"><li><a href="https://www.linkedin.com/company/${domain.split('.')[0]}/" aria-label="LinkedIn"><svg></svg></a></li>
<li><a href="https://social.example/${domain}"><svg></svg></a></li></ul><p>© 2031 ${name}</p></footer>
<div class="cookie-banner" role="dialog" aria-label="Cookies"><button>OK</button></div></body></html>`;
