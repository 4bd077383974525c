import type { Fixture } from './fixture.ts';

export const markupPages: Fixture[] = [
  {
    about: 'microdata',
    html: `<div itemscope itemtype="https://schema.org/Person">
      <h1 itemprop="name">Ines Duarte</h1><span itemprop="jobTitle">Plant Manager</span>
      <span itemprop="worksFor" itemscope itemtype="https://schema.org/Organization">at <b itemprop="name">Fernhill Instruments</b></span>
      <a itemprop="email" href="mailto:ines@fernhill.example">write</a>
      <a itemprop="telephone" href="tel:+351210000000">call</a>
      <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="addressLocality">Porto</span></div>
    </div>`,
    expected: [
      {
        fullName: 'Ines Duarte',
        title: 'Plant Manager',
        companyName: 'Fernhill Instruments',
        email: 'ines@fernhill.example',
        phone: '+351210000000',
        locationName: 'Porto',
      },
    ],
  },
  {
    about: 'microdata with the company as text, and hidden values',
    html: `<div itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="Bo Chen">
      <p itemprop="worksFor">Harbor Works</p><link itemprop="sameAs" href="https://www.linkedin.com/in/bo-chen-example/"></div>`,
    expected: [
      {
        fullName: 'Bo Chen',
        companyName: 'Harbor Works',
        linkedinUrl: 'https://www.linkedin.com/in/bo-chen-example',
      },
    ],
  },
  {
    about: 'microdata with several people',
    html: ['Ana Silva', 'Bo Chen', 'Cem Kaya']
      .map(
        (name) =>
          `<li itemscope itemtype="https://schema.org/Person"><b itemprop="name">${name}</b></li>`,
      )
      .join(''),
    expected: [{ fullName: 'Ana Silva' }, { fullName: 'Bo Chen' }, { fullName: 'Cem Kaya' }],
  },
  {
    about: 'a microdata review',
    html: `<div itemscope itemtype="https://schema.org/Product"><div itemprop="review" itemscope itemtype="https://schema.org/Review">
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Bob Miller</b></span></div></div>`,
    expected: [],
  },
  {
    about: 'someone inside of another person',
    html: `<div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ana Silva</b>
      <i itemprop="colleague" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Bo Chen</b></i></div>`,
    expected: [{ fullName: 'Ana Silva' }],
  },
  {
    about: 'RDFa',
    html: `<div vocab="https://schema.org/" typeof="Person"><span property="name">Łukasz Żółć</span>
      <span property="jobTitle">Kierownik</span><a property="email" href="mailto:lukasz@odra.example">e</a></div>`,
    expected: [{ fullName: 'Łukasz Żółć', title: 'Kierownik', email: 'lukasz@odra.example' }],
  },
  {
    about: 'RDFa with prefixes',
    html: `<div prefix="schema: https://schema.org/" typeof="schema:Person"><span property="schema:givenName">Zoë</span>
      <span property="schema:familyName">Brontë</span><div property="schema:worksFor" typeof="schema:Organization"><i property="schema:name">Moor Ltd</i></div></div>`,
    expected: [{ firstName: 'Zoë', lastName: 'Brontë', companyName: 'Moor Ltd' }],
  },
  {
    about: 'an h-card',
    html: `<div class="h-card"><a class="p-name u-url" href="https://lund.example/">Henrik Lund</a>
      <span class="p-job-title">Engineer</span>, <span class="p-org">Nordlys</span>
      <a class="u-email" href="mailto:henrik@nordlys.example">mail</a><span class="p-locality">Oslo</span></div>`,
    expected: [
      {
        fullName: 'Henrik Lund',
        title: 'Engineer',
        companyName: 'Nordlys',
        email: 'henrik@nordlys.example',
        website: 'https://lund.example/',
        locationName: 'Oslo',
      },
    ],
  },
  {
    about: 'an h-card that is only a link',
    html: `<p>By <a class="h-card" href="https://lund.example/">Henrik Lund</a></p>`,
    expected: [{ fullName: 'Henrik Lund', website: 'https://lund.example/' }],
  },
  {
    about: 'a vcard, as it was called before',
    html: `<div class="vcard"><span class="fn">Nguyễn Thị Hồng</span><span class="title">Giám đốc</span>
      <span class="org">Sông Hồng</span><span class="tel">+84 24 0000 0000</span></div>`,
    expected: [
      {
        fullName: 'Nguyễn Thị Hồng',
        title: 'Giám đốc',
        companyName: 'Sông Hồng',
        phone: '+84 24 0000 0000',
      },
    ],
  },
  {
    about: 'the h-card of a company',
    html: `<div class="h-card"><span class="p-name p-org">Nordlys AS</span><a class="u-email" href="mailto:post@nordlys.example">mail</a></div>`,
    expected: [],
  },
  {
    about: 'h-cards of commenters',
    html: `<article class="h-entry"><div class="p-comment h-cite"><span class="p-author h-card">Bob Miller</span></div></article>`,
    expected: [],
  },
  {
    about: 'an Open Graph profile',
    html: `<meta property="og:type" content="profile"><meta property="profile:first_name" content="José"><meta property="profile:last_name" content="Núñez">`,
    expected: [{ firstName: 'José', lastName: 'Núñez' }],
  },
  {
    about: 'an Open Graph profile with only a title',
    html: `<meta property="og:type" content="profile"><meta property="og:title" content="Marie de la Tour | Atelier">`,
    expected: [{ fullName: 'Marie de la Tour' }],
  },
  {
    about: 'an Open Graph website',
    html: `<meta property="og:type" content="website"><meta property="og:title" content="Kettle Shop">`,
    expected: [],
  },
  {
    about: 'the same person in JSON-LD, microdata and h-card: the first value wins',
    html: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"Ana Silva","jobTitle":"Director"}</script>
      <div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ana Silva</b><i itemprop="jobTitle">CEO</i><i itemprop="worksFor">Tejo</i></div>
      <div class="h-card"><b class="p-name">Ana Silva</b><a class="u-email" href="mailto:ana@tejo.example">m</a></div>`,
    expected: [
      { fullName: 'Ana Silva', title: 'Director', companyName: 'Tejo', email: 'ana@tejo.example' },
    ],
  },
];
