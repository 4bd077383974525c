import { type Fixture, jsonLd, schema } from './fixture.ts';

const filler = '<p>Lorem ipsum dolor sit amet, <b>consectetur</b> adipiscing elit.</p>';
const deep = (depth: number) => `${'{"@graph":['.repeat(depth)}${']}'.repeat(depth)}`;

export const hostilePages: Fixture[] = [
  {
    about: 'five megabytes of text before the person',
    html:
      filler.repeat(Math.ceil(5_000_000 / filler.length)) +
      jsonLd({ ...schema, '@type': 'Person', name: 'Ana Silva' }),
    expected: [{ fullName: 'Ana Silva' }],
  },
  {
    about: 'five megabytes of JSON-LD',
    html: jsonLd({ ...schema, '@graph': [{ '@type': 'Person', name: 'x'.repeat(5_000_000) }] }),
    expected: [],
  },
  {
    about: 'JSON-LD a hundred thousand levels deep',
    html: `<script type="application/ld+json">${deep(100_000)}</script>`,
    expected: [],
  },
  {
    about: 'a reference in a circle',
    html: jsonLd({
      ...schema,
      '@graph': [
        { '@id': '#a', '@type': 'ProfilePage', mainEntity: { '@id': '#b' } },
        { '@id': '#b', '@type': 'ProfilePage', mainEntity: { '@id': '#a' } },
      ],
    }),
    expected: [],
  },
  {
    about: 'five thousand people: the first hundred',
    html: jsonLd({
      ...schema,
      '@graph': Array.from({ length: 5_000 }, (_, index) => ({
        '@type': 'Person',
        name: `Person Number`,
        email: `p${index}@acme.example`,
      })),
    }),
    expected: Array.from({ length: 100 }, (_, index) => ({
      fullName: 'Person Number',
      email: `p${index}@acme.example`,
    })),
  },
  {
    about: 'forms that replace methods of the document',
    html: `<form name="querySelectorAll"></form><form name="title"></form><form name="createTreeWalker"></form>
      <form itemscope itemtype="https://schema.org/Person"><input name="getAttribute"><input name="closest"><input name="parentElement">
      <b itemprop="name">Ana Silva</b></form>`,
    expected: [{ fullName: 'Ana Silva' }],
  },
  {
    about: 'scripts that replace built-in functions of the page',
    html: `<script>Document.prototype.querySelectorAll = () => { throw new Error('no'); }; JSON.parse = () => ({ '@type': 'Person', name: 'Wrong Person' });</script>
      ${jsonLd({ ...schema, '@type': 'Person', name: 'Ana Silva' })}`,
    expected: [{ fullName: 'Ana Silva' }],
  },
  {
    about: 'names with markup and addresses in them',
    html: jsonLd([
      { ...schema, '@type': 'Person', name: '<img src=x onerror=alert(1)>' },
      { ...schema, '@type': 'Person', name: 'write to spam@acme.example' },
    ]),
    expected: [],
  },
  {
    about: 'links with dangerous addresses',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      name: 'Ana Silva',
      url: 'javascript:alert(1)',
      sameAs: ['data:text/html,x', 'https://linkedin.com.evil.example/in/ana-silva'],
    }),
    expected: [{ fullName: 'Ana Silva' }],
  },
  {
    about: 'a very long name of a title',
    html: `<title>${'Jane Doe '.repeat(50_000)}</title><a href="mailto:jane@doe.example">${'a '.repeat(100_000)}</a>`,
    expected: [{ email: 'jane@doe.example' }],
  },
  { about: 'an empty page', html: '', expected: [] },
];
