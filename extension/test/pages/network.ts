import { type Fixture, jsonLd, schema } from './fixture.ts';

const profile = (headline: string, degree: string) => `<main><section>
  <div><h1>Amara Okafor</h1><span>${degree}</span></div><div>${headline}</div>
  <ul><li><a href="https://www.linkedin.com/company/saltmarsh/"><span>Saltmarsh Foods</span></a></li></ul>
  </section><aside><a href="/in/someone-else-example/">Someone Else</a></aside></main>`;

const result = (slug: string, name: string, headline: string, hidden: string) => `<li><div>
  <a href="https://www.linkedin.com/in/${slug}?miniProfileUrn=x"><span><span aria-hidden="true">${name}</span><span>${hidden}</span></span></a>
  <span>• 2</span></div><div>${headline}</div><button>…</button></li>`;

const comment = (slug: string, name: string, headline: string) => `<article>
  <a href="/in/${slug}/"><div><span aria-hidden="true">${name}</span></div></a><div>• 3</div><div>${headline}</div><p>Great!</p></article>`;

const search = 'https://www.linkedin.com/search/results/people/?keywords=x';
const amara = {
  fullName: 'Amara Okafor',
  companyName: 'Saltmarsh Foods',
  linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-example',
};

const named = jsonLd({ ...schema, '@type': 'Person', name: 'Amara Okafor' });

export const networkPages: Fixture[] = [
  ...(
    [
      ['English', 'Head of Procurement', '· 2nd'],
      ['German', 'Leiterin Einkauf', '· 2.'],
      ['Japanese', '購買部長', '· 2次'],
    ] as const
  ).map(
    ([language, title, degree]): Fixture => ({
      about: `a profile in ${language}`,
      network: true,
      url: 'https://www.linkedin.com/in/amara-okafor-example/?locale=x',
      html: profile(title, degree),
      kind: 'profile',
      expected: [{ ...amara, title }],
    }),
  ),
  {
    about: 'a profile while this is turned off',
    url: 'https://www.linkedin.com/in/amara-okafor-example/',
    html: profile('Head of Procurement', '· 2nd'),
    expected: [],
  },
  {
    about: 'a profile while this is turned off, and with data for search engines',
    url: 'https://www.linkedin.com/in/amara-okafor-example/',
    html:
      named +
      profile('Head of Procurement', '· 2nd') +
      '<a href="mailto:amara.okafor@saltmarsh.example">Email</a>',
    expected: [],
  },
  {
    about: 'a public profile, which also asks to sign in',
    network: true,
    url: 'https://www.linkedin.com/in/amara-okafor-example/',
    kind: 'profile',
    html: `${named}${profile('Head of Procurement', '')}<form><input type="password"></form>`,
    expected: [{ ...amara, title: 'Head of Procurement' }],
  },
  {
    about: 'a wall with the name of a profile in its data for previews',
    network: true,
    url: 'https://www.linkedin.com/authwall?x',
    html: '<meta property="og:type" content="profile"><meta property="og:title" content="Amara Okafor | LinkedIn"><h1>Join</h1><form><input type="password"></form>',
    expected: [],
  },
  {
    about: 'search results, with a hidden member',
    network: true,
    url: search,
    kind: 'search',
    html: `<main><ul>${result('ana-silva-example', 'Ana Silva', 'Director at Tejo', 'View profile')}
      <li><a href="https://www.linkedin.com/search/results/people/headless?x=1"><span>LinkedIn Member</span></a><div>Buyer</div></li>
      ${result('bo-chen-example', 'Bo Chen', 'Einkäufer', 'Profil anzeigen')}</ul></main>`,
    expected: [
      {
        fullName: 'Ana Silva',
        title: 'Director at Tejo',
        linkedinUrl: 'https://www.linkedin.com/in/ana-silva-example',
      },
      {
        fullName: 'Bo Chen',
        title: 'Einkäufer',
        linkedinUrl: 'https://www.linkedin.com/in/bo-chen-example',
      },
    ],
  },
  {
    about: 'more than 25 search results',
    network: true,
    url: search,
    kind: 'search',
    html: `<main><ul>${Array.from({ length: 40 }, (_, n) => result(`person-${n}-example`, `Person Example`, 'Buyer', '')).join('')}</ul></main>`,
    expected: Array.from({ length: 25 }, (_, n) => ({
      fullName: 'Person Example',
      title: 'Buyer',
      linkedinUrl: `https://www.linkedin.com/in/person-${n}-example`,
    })),
  },
  {
    about: 'comments below a post',
    network: true,
    url: 'https://www.linkedin.com/feed/update/urn:li:activity:1/',
    kind: 'comments',
    html: `<main>${comment('ana-silva-example', 'Ana Silva', 'Diretora')}${comment('bo-chen-example', 'Bo Chen', 'Buyer')}</main>`,
    expected: [
      {
        fullName: 'Ana Silva',
        title: 'Diretora',
        linkedinUrl: 'https://www.linkedin.com/in/ana-silva-example',
      },
      {
        fullName: 'Bo Chen',
        title: 'Buyer',
        linkedinUrl: 'https://www.linkedin.com/in/bo-chen-example',
      },
    ],
  },
  {
    about: 'a page that asks for a password',
    network: true,
    url: 'https://www.linkedin.com/in/amara-okafor-example/',
    kind: 'profile',
    html: '<main><h1>Join LinkedIn</h1><form><input type="password"></form></main>',
    expected: [],
  },
  {
    about: 'a company page',
    network: true,
    url: 'https://www.linkedin.com/company/saltmarsh/',
    html: '<main><h1>Saltmarsh Foods</h1><a href="/in/amara-okafor-example/">Amara Okafor</a></main>',
    expected: [],
  },
];
