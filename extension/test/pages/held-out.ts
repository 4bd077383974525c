import { type Fixture, jsonLd, schema } from './fixture.ts';

/**
 * Forty pages that were written before the reader was tried on them. First contact: see the numbers in
 * docs/extension.md.
 */
const person = (data: object) => ({ '@type': 'Person', ...data });

const structured: Fixture[] = [
  {
    about: 'held out: an author page of a blog',
    url: 'https://blog.example/author/ruth',
    html: jsonLd({
      ...schema,
      '@graph': [
        {
          '@type': ['WebPage', 'ProfilePage'],
          '@id': 'https://blog.example/author/ruth',
          name: 'Ruth Adeyemi, Author at Field Notes',
          isPartOf: { '@id': 'https://blog.example/#website' },
        },
        { '@type': 'WebSite', '@id': 'https://blog.example/#website', name: 'Field Notes' },
        {
          '@type': 'Person',
          '@id': 'https://blog.example/#/schema/person/1',
          name: 'Ruth Adeyemi',
          image: { '@type': 'ImageObject', caption: 'Ruth Adeyemi' },
          sameAs: [
            'https://social.example/ruth',
            'https://ng.linkedin.com/in/Ruth-Adeyemi-Example/',
          ],
          mainEntityOfPage: { '@id': 'https://blog.example/author/ruth' },
        },
      ],
    }),
    expected: [
      {
        fullName: 'Ruth Adeyemi',
        linkedinUrl: 'https://www.linkedin.com/in/ruth-adeyemi-example',
      },
    ],
  },
  {
    about: 'held out: a lawyer with two numbers and an office',
    html: jsonLd({
      ...schema,
      ...person({
        name: 'Tomasz Wójcik',
        honorificPrefix: 'dr',
        jobTitle: ['Partner', 'Head of Tax'],
        email: 'mailto:tomasz.wojcik@kancelaria.example',
        telephone: ['+48 22 000 00 00', '+48 22 000 00 01'],
        worksFor: [
          {
            '@type': 'LegalService',
            name: 'Wójcik i Wspólnicy',
            url: 'https://kancelaria.example/',
          },
        ],
        workLocation: {
          '@type': 'Place',
          address: {
            '@type': 'PostalAddress',
            addressLocality: 'Warszawa',
            addressCountry: { '@type': 'Country', name: 'Polska' },
          },
        },
      }),
    }),
    expected: [
      {
        fullName: 'Tomasz Wójcik',
        title: 'Partner',
        email: 'tomasz.wojcik@kancelaria.example',
        phone: '+48 22 000 00 00',
        companyName: 'Wójcik i Wspólnicy',
        website: 'https://kancelaria.example/',
        locationName: 'Warszawa, Polska',
      },
    ],
  },
  {
    about: 'held out: the speakers of a conference',
    html: `${jsonLd({
      ...schema,
      '@type': 'BusinessEvent',
      name: 'Sensor Days',
      organizer: {
        '@type': 'Organization',
        name: 'Sensor Society',
        email: 'hello@sensors.example',
      },
      performer: [
        person({ name: 'Mei-Ling Huang', jobTitle: 'CTO', affiliation: 'Taroko Systems' }),
        person({
          name: 'Ana-Maria Popescu',
          affiliation: { '@type': 'Organization', name: 'Carpat' },
        }),
      ],
    })}<a href="mailto:hello@sensors.example">Write to us</a>`,
    expected: [
      { fullName: 'Mei-Ling Huang', title: 'CTO', companyName: 'Taroko Systems' },
      { fullName: 'Ana-Maria Popescu', companyName: 'Carpat' },
    ],
  },
  {
    about: 'held out: a news article with two authors',
    html: `<meta property="og:type" content="article">${jsonLd({
      ...schema,
      '@type': 'NewsArticle',
      headline: 'Ports are busy',
      author: [
        person({ name: 'Ola Nordmann', url: 'https://news.example/ola' }),
        person({ name: 'Per Hansen' }),
      ],
      publisher: { '@type': 'NewsMediaOrganization', name: 'The Quay' },
      comment: [{ '@type': 'Comment', author: person({ name: 'Angry Reader' }) }],
    })}`,
    expected: [
      { fullName: 'Ola Nordmann', website: 'https://news.example/ola' },
      { fullName: 'Per Hansen' },
    ],
  },
  {
    about: 'held out: an article by a company',
    html: jsonLd({
      ...schema,
      '@type': 'BlogPosting',
      author: { '@type': 'Organization', name: 'Acme Press Office', email: 'jo.lee@acme.example' },
    }),
    expected: [],
  },
  {
    about: 'held out: the teacher of a course',
    html: jsonLd({
      ...schema,
      '@type': 'Course',
      name: 'Statistics',
      provider: { '@type': 'CollegeOrUniversity', name: 'Lakeside' },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        instructor: person({ name: 'Ngozi Eze', jobTitle: 'Professor' }),
      },
    }),
    expected: [{ fullName: 'Ngozi Eze', title: 'Professor' }],
  },
  {
    about: 'held out: the founder of a restaurant, and the restaurant’s number',
    html: `${jsonLd({
      ...schema,
      '@type': 'Restaurant',
      name: 'Casa Lúa',
      telephone: '+34 981 000 000',
      founder: person({ name: 'Uxía Castro' }),
    })}<a href="tel:+34981000000">Call for a table</a><a href="mailto:reservas@casalua.example">Book</a>`,
    expected: [{ fullName: 'Uxía Castro' }],
  },
  {
    about: 'held out: a job advertisement',
    html: `${jsonLd({
      ...schema,
      '@type': 'JobPosting',
      title: 'Account Executive',
      hiringOrganization: { '@type': 'Organization', name: 'Brightwater' },
      applicationContact: { '@type': 'ContactPoint', email: 'jobs@brightwater.example' },
    })}<a href="mailto:jobs@brightwater.example">Apply</a>`,
    expected: [],
  },
  {
    about: 'held out: questions and answers',
    html: jsonLd({
      ...schema,
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: 'How tall?',
        author: person({ name: 'Curious Cat' }),
        acceptedAnswer: { '@type': 'Answer', text: 'Very', author: person({ name: 'Sam Smith' }) },
      },
    }),
    expected: [],
  },
  {
    about: 'held out: a shop with reviews in a graph',
    html: jsonLd({
      ...schema,
      '@graph': [
        {
          '@type': 'Product',
          name: 'Lamp',
          review: [{ '@type': 'Review', author: person({ name: 'Jan Jansen' }) }],
        },
        {
          '@type': 'Review',
          itemReviewed: { '@type': 'Product', name: 'Lamp' },
          author: person({ name: 'Kim Kok' }),
        },
      ],
    }),
    expected: [],
  },
  {
    about: 'held out: a person whose only LinkedIn pages are a company and a school',
    html: jsonLd({
      ...schema,
      ...person({
        name: 'Farid Rahimi',
        sameAs: [
          'https://www.linkedin.com/company/acme/',
          'https://www.linkedin.com/school/lakeside/',
        ],
      }),
    }),
    expected: [{ fullName: 'Farid Rahimi' }],
  },
  {
    about: 'held out: two people of the same name',
    html: jsonLd([
      { ...schema, ...person({ name: 'John Park', email: 'john.park@acme.example' }) },
      { ...schema, ...person({ name: 'John Park', email: 'jp@other.example' }) },
    ]),
    expected: [
      { fullName: 'John Park', email: 'john.park@acme.example' },
      { fullName: 'John Park', email: 'jp@other.example' },
    ],
  },
];

const markedUp: Fixture[] = [
  {
    about: 'held out: staff of a university',
    html: `<article itemscope itemtype="http://schema.org/Person"><h1><span itemprop="honorificPrefix">Prof.</span> <span itemprop="name">Gíslína Jónsdóttir</span></h1>
      <p itemprop="jobTitle">Professor of Geology</p><p>Faculty: <span itemprop="affiliation">Háskólinn</span></p>
      <dl><dt>Phone</dt><dd itemprop="telephone">+354 525 0000</dd><dt>Email</dt><dd><a href="mailto:gislina@haskolinn.example" itemprop="email">gislina@haskolinn.example</a></dd></dl></article>`,
    expected: [
      {
        fullName: 'Gíslína Jónsdóttir',
        title: 'Professor of Geology',
        companyName: 'Háskólinn',
        phone: '+354 525 0000',
        email: 'gislina@haskolinn.example',
      },
    ],
  },
  {
    about: 'held out: microdata whose address stands elsewhere',
    html: `<div itemscope itemtype="https://schema.org/Person" itemref="contact"><h1 itemprop="name">Leila Ben Amor</h1></div>
      <footer id="contact"><a itemprop="email" href="mailto:leila@oasis.example">Courriel</a> <a itemprop="telephone" href="tel:+21671000000">Tél.</a></footer>`,
    expected: [{ fullName: 'Leila Ben Amor', email: 'leila@oasis.example', phone: '+21671000000' }],
  },
  {
    about: 'held out: employees of a company in microdata',
    html: `<div itemscope itemtype="https://schema.org/Organization"><h1 itemprop="name">Kestrel</h1>
      <div itemprop="employee" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ivy Chan</b><i itemprop="jobTitle">Buyer</i></div>
      <div itemprop="employee" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Raúl Peña</b><i itemprop="jobTitle">Comprador</i></div></div>`,
    expected: [
      { fullName: 'Ivy Chan', title: 'Buyer' },
      { fullName: 'Raúl Peña', title: 'Comprador' },
    ],
  },
  {
    about: 'held out: RDFa with the friend-of-a-friend vocabulary',
    html: `<div prefix="foaf: http://xmlns.com/foaf/0.1/" typeof="foaf:Person"><span property="foaf:name">Dirk de Vries</span>
      <a rel="foaf:mbox" href="mailto:dirk@polder.example">mail</a></div>`,
    expected: [{ fullName: 'Dirk de Vries', email: 'dirk@polder.example' }],
  },
  {
    about: 'held out: RDFa on the whole page',
    html: `<main vocab="http://schema.org/" resource="#me" typeof="Person"><h1 property="name">Siobhán O’Brien</h1>
      <p property="jobTitle">Operations Director</p><p property="worksFor" typeof="Organization"><a property="url" href="https://shannon.example/"><span property="name">Shannon Freight</span></a></p>
      <p property="address" typeof="PostalAddress"><span property="addressLocality">Limerick</span>, <span property="addressCountry">Ireland</span></p></main>`,
    expected: [
      {
        fullName: 'Siobhán O’Brien',
        title: 'Operations Director',
        companyName: 'Shannon Freight',
        website: 'https://shannon.example/',
        locationName: 'Limerick, Ireland',
      },
    ],
  },
  {
    about: 'held out: a personal site with an h-card and profiles',
    url: 'https://kofi.example/',
    html: `<div class="h-card"><img class="u-photo" src="data:," alt=""><h1 class="p-name"><a class="u-url u-uid" rel="me" href="https://kofi.example/">Kofi Mensah</a></h1>
      <p class="p-note">I build things at <a class="p-org h-card" href="https://volta.example/">Volta</a></p>
      <a rel="me" href="https://gh.linkedin.com/in/kofi-mensah-example">LinkedIn</a></div>`,
    expected: [
      {
        fullName: 'Kofi Mensah',
        companyName: 'Volta',
        website: 'https://kofi.example/',
        linkedinUrl: 'https://www.linkedin.com/in/kofi-mensah-example',
      },
    ],
  },
  {
    about: 'held out: an hCard with kinds of telephone',
    html: `<div class="vcard"><span class="n"><span class="given-name">Bríd</span> <span class="family-name">Ní Dhuibhne</span></span>
      <span class="org"><span class="organization-name">Gaeltacht Teo</span></span>
      <span class="tel"><span class="type">Work</span> <span class="value">+353 91 000 000</span></span>
      <span class="adr"><span class="locality">Galway</span></span></div>`,
    expected: [
      {
        firstName: 'Bríd',
        lastName: 'Ní Dhuibhne',
        companyName: 'Gaeltacht Teo',
        phone: '+353 91 000 000',
        locationName: 'Galway',
      },
    ],
  },
  {
    about: 'held out: an Open Graph profile with an address',
    html: `<title>@nadia</title><meta property="og:type" content="profile"><meta property="og:title" content="Nadia Haddad (@nadia)"><a href="mailto:nadia.haddad@cedar.example">Email</a>`,
    expected: [{ fullName: 'Nadia Haddad', email: 'nadia.haddad@cedar.example' }],
  },
];

const inCard = (name: string, title: string, inner: string) =>
  `<figure><img alt="" src="data:,"><figcaption><h4>${name}</h4><p>${title}</p>${inner}</figcaption></figure>`;

const unmarked: Fixture[] = [
  {
    about: 'held out: a contact table',
    html: `<table><tr><th>Name</th><th>Role</th><th>Phone</th><th>Email</th></tr>
      <tr><td>Priya Nair</td><td>Sales Manager</td><td><a href="tel:+914400000001">044 1</a></td><td><a href="mailto:priya.nair@coromandel.example">priya.nair@coromandel.example</a></td></tr>
      <tr><td>Arjun Rao</td><td>Engineer</td><td><a href="tel:+914400000002">044 2</a></td><td><a href="mailto:arjun@coromandel.example">arjun@coromandel.example</a></td></tr></table>`,
    expected: [
      {
        fullName: 'Priya Nair',
        title: 'Sales Manager',
        phone: '+914400000001',
        email: 'priya.nair@coromandel.example',
      },
      {
        fullName: 'Arjun Rao',
        title: 'Engineer',
        phone: '+914400000002',
        email: 'arjun@coromandel.example',
      },
    ],
  },
  {
    about: 'held out: a team with symbols for email and LinkedIn',
    html: [
      ['Priya Nair', 'Chief of Staff', 'priya'],
      ['Lars Holm', 'VP Sales', 'lars'],
    ]
      .map(([name, title, local]) =>
        inCard(
          name!,
          title!,
          `<a href="mailto:${local}@team.example" aria-label="Email ${name}"><svg></svg></a><a href="https://www.linkedin.com/in/${name!.toLowerCase().replace(' ', '-')}-example/"><svg></svg></a>`,
        ),
      )
      .join(''),
    expected: [
      {
        fullName: 'Priya Nair',
        title: 'Chief of Staff',
        email: 'priya@team.example',
        linkedinUrl: 'https://www.linkedin.com/in/priya-nair-example',
      },
      {
        fullName: 'Lars Holm',
        title: 'VP Sales',
        email: 'lars@team.example',
        linkedinUrl: 'https://www.linkedin.com/in/lars-holm-example',
      },
    ],
  },
  {
    about: 'held out: a team with LinkedIn profiles only',
    html: `<h2>Our Team</h2>${inCard('Greta Lindqvist', 'Head of Growth', '<a href="https://linkedin.com/in/greta-lindqvist-example">LinkedIn</a>')}${inCard('Hugo Blanc', 'Designer', '<a href="https://fr.linkedin.com/in/hugo-blanc-example">LinkedIn</a>')}
      <footer><a href="https://www.linkedin.com/company/team">Follow us</a></footer>`,
    expected: [
      {
        fullName: 'Greta Lindqvist',
        title: 'Head of Growth',
        linkedinUrl: 'https://www.linkedin.com/in/greta-lindqvist-example',
      },
      {
        fullName: 'Hugo Blanc',
        title: 'Designer',
        linkedinUrl: 'https://www.linkedin.com/in/hugo-blanc-example',
      },
    ],
  },
  {
    about: 'held out: a Japanese team page',
    html: `<html lang="ja"><ul><li><h3>佐藤 美咲</h3><p>代表取締役</p><a href="mailto:sato@yamato.example">メール</a></li>
      <li><h3>鈴木 一郎</h3><p>営業部長</p><a href="mailto:suzuki@yamato.example">メール</a></li></ul>`,
    expected: [
      { fullName: '佐藤 美咲', title: '代表取締役', email: 'sato@yamato.example' },
      { fullName: '鈴木 一郎', title: '営業部長', email: 'suzuki@yamato.example' },
    ],
  },
  {
    about: 'held out: a Korean profile',
    html: jsonLd({
      ...schema,
      ...person({
        name: '김민준',
        jobTitle: '영업 이사',
        worksFor: { '@type': 'Organization', name: '한빛' },
      }),
    }),
    expected: [{ fullName: '김민준', title: '영업 이사', companyName: '한빛' }],
  },
  {
    about: 'held out: an Arabic team page',
    html: `<html dir="rtl" lang="ar"><section><h3>ليلى حداد</h3><p>مديرة المبيعات</p><a href="mailto:layla@furat.example">راسلها</a></section>
      <section><h3>عمر الخطيب</h3><p>مهندس</p><a href="mailto:omar@furat.example">راسله</a></section>`,
    expected: [
      { fullName: 'ليلى حداد', title: 'مديرة المبيعات', email: 'layla@furat.example' },
      { fullName: 'عمر الخطيب', title: 'مهندس', email: 'omar@furat.example' },
    ],
  },
  {
    about: 'held out: a Hebrew contact',
    html: `<html dir="rtl" lang="he"><div><strong>נועה כהן</strong><div>מנהלת רכש</div><a href="tel:+97230000000">טלפון</a> <a href="mailto:noa@galil.example">דוא״ל</a></div>`,
    expected: [
      {
        fullName: 'נועה כהן',
        title: 'מנהלת רכש',
        phone: '+97230000000',
        email: 'noa@galil.example',
      },
    ],
  },
  {
    about: 'held out: a Russian contact with a patronymic',
    html: `<div class="person"><h2>Иванов Сергей Петрович</h2><p>Директор по закупкам</p><a href="mailto:s.ivanov@volga.example">s.ivanov@volga.example</a></div>`,
    expected: [
      {
        fullName: 'Иванов Сергей Петрович',
        title: 'Директор по закупкам',
        email: 's.ivanov@volga.example',
      },
    ],
  },
  {
    about: 'held out: a German imprint without a personal address',
    html: `<title>Impressum</title><h1>Impressum</h1><p>Geschäftsführer: Klaus Meier</p><p><a href="mailto:info@meier-bau.example">info@meier-bau.example</a> <a href="tel:+4930000000">030 000000</a></p>`,
    expected: [],
  },
  {
    about: 'held out: a link with the name in front of the address',
    html: '<p><a href="mailto:Jane%20Roe%20%3Cjane.roe@acme.example%3E">Contact the author</a></p>',
    expected: [{ fullName: 'Jane Roe', email: 'jane.roe@acme.example' }],
  },
  {
    about: 'held out: one person, and colleagues beside',
    html: `${jsonLd({ ...schema, ...person({ name: 'Željko Đorđević', jobTitle: 'Direktor' }) })}<main><a href="mailto:zeljko.djordjevic@sava.example">Piši</a></main>
      <aside><h3>Colleagues</h3><a href="mailto:mila@sava.example">Mila</a><a href="mailto:igor@sava.example">Igor</a></aside>`,
    expected: [
      { fullName: 'Željko Đorđević', title: 'Direktor', email: 'zeljko.djordjevic@sava.example' },
    ],
  },
];

const network: Fixture[] = [
  {
    about: 'held out: a public profile in Spanish',
    network: true,
    kind: 'profile',
    url: 'https://es.linkedin.com/in/lucia-fernandez-example',
    html: `${jsonLd({
      ...schema,
      '@graph': [
        person({
          name: 'Lucía Fernández',
          jobTitle: ['Directora de compras'],
          worksFor: [
            {
              '@type': 'Organization',
              name: 'Azulejos Sur',
              url: 'https://www.linkedin.com/company/azulejos-sur',
            },
          ],
          address: { '@type': 'PostalAddress', addressLocality: 'Sevilla', addressCountry: 'ES' },
        }),
        { '@type': 'Article', name: 'Post', author: person({ name: 'Lucía Fernández' }) },
      ],
    })}<main><section><h1>Lucía Fernández</h1><h2>Directora de compras en Azulejos Sur</h2></section>
      <section><h2>Otros perfiles</h2><ul><li><a href="https://es.linkedin.com/in/otra-persona-example"><h3>Otra Persona</h3></a></li></ul></section></main>`,
    expected: [
      {
        fullName: 'Lucía Fernández',
        title: 'Directora de compras',
        companyName: 'Azulejos Sur',
        locationName: 'Sevilla, ES',
        linkedinUrl: 'https://www.linkedin.com/in/lucia-fernandez-example',
      },
    ],
  },
  {
    about: 'held out: a profile in French with pronouns',
    network: true,
    kind: 'profile',
    url: 'https://www.linkedin.com/in/chloe-moreau-example/overlay/contact-info/',
    html: `<header><nav><a href="/in/me-example/">Moi</a></nav></header><main><section><div><h1>Chloé Moreau</h1><span>(elle)</span><span>· 1er</span></div>
      <div>Acheteuse senior chez Mistral</div><div><a href="https://www.linkedin.com/company/mistral/">Mistral</a></div><span>Lyon, France</span></section>
      <section><h2>Vous connaissez peut-être</h2><ul><li><a href="/in/x-example/">Autre Nom</a></li></ul></section></main>`,
    expected: [
      {
        fullName: 'Chloé Moreau',
        title: 'Acheteuse senior chez Mistral',
        companyName: 'Mistral',
        linkedinUrl: 'https://www.linkedin.com/in/chloe-moreau-example',
      },
    ],
  },
  {
    about: 'held out: search results with hidden members in three languages',
    network: true,
    kind: 'search',
    url: 'https://www.linkedin.com/search/results/people/?keywords=compras&origin=x',
    html: `<main><div role="list">
      <div role="listitem"><a href="https://www.linkedin.com/in/sofia-rossi-example?x=1"><img alt="Sofia Rossi" src="data:,"></a><div><a href="https://www.linkedin.com/in/sofia-rossi-example?x=1">Sofia Rossi</a><span>• 3er+</span></div><div>Responsabile acquisti</div><div>Milano</div></div>
      <div role="listitem"><a href="https://www.linkedin.com/in/unavailable/">Miembro de LinkedIn</a><div>Comprador</div></div>
      <div role="listitem"><a href="https://www.linkedin.com/in/ACoAAAexample0001">LinkedIn-Mitglied</a><div>Einkauf</div></div>
      <div role="listitem"><a href="https://www.linkedin.com/search/results/people/headless?x">Utilisateur LinkedIn</a><div>Achats</div></div></div></main>`,
    expected: [
      {
        fullName: 'Sofia Rossi',
        title: 'Responsabile acquisti',
        linkedinUrl: 'https://www.linkedin.com/in/sofia-rossi-example',
      },
    ],
  },
  {
    about: 'held out: comments in Japanese, one of which names someone',
    network: true,
    kind: 'comments',
    url: 'https://www.linkedin.com/posts/tanaka_activity-1-abc',
    html: `<main><article><a href="/in/tanaka-example"><span aria-hidden="true">田中 花子</span></a><div>• 2次</div><div>マーケティング部長</div><p>新製品です</p>
      <article><a href="/in/ito-example"><span aria-hidden="true">伊藤 健</span></a><div>• 3次</div><div>購買担当</div><p>おめでとう <a href="/in/mentioned-example">山田 太郎</a> さん</p></article></article></main>`,
    expected: [
      {
        fullName: '田中 花子',
        title: 'マーケティング部長',
        linkedinUrl: 'https://www.linkedin.com/in/tanaka-example',
      },
      {
        fullName: '伊藤 健',
        title: '購買担当',
        linkedinUrl: 'https://www.linkedin.com/in/ito-example',
      },
    ],
  },
  {
    about: 'held out: a wall that asks to sign in',
    network: true,
    url: 'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fana-silva-example',
    html: `<main><h1>Junte-se ao LinkedIn</h1><a href="https://www.linkedin.com/in/ana-silva-example">Ana Silva</a><form><input name="email"></form></main>`,
    expected: [],
  },
  {
    about: 'held out: the people of a company in German',
    network: true,
    url: 'https://de.linkedin.com/company/saltmarsh/people/',
    html: `<main><h1>Saltmarsh Foods</h1><ul><li><a href="/in/amara-okafor-example/">Amara Okafor</a><div>Einkauf</div></li></ul></main>`,
    expected: [],
  },
];

const webmail: Fixture[] = [
  {
    about: 'held out: webmail with a conversation',
    url: 'https://mail.example/mail/u/0/#inbox/abc',
    html: `<div hidden><table><tr><td><span email="list@x.example" name="Somebody Listed">Somebody Listed</span></td></tr></table></div>
      <div role="main"><h2>Offer</h2><div role="listitem"><h3><span email="cem@kaya.example" name="Cem Kaya">Cem Kaya</span> <span>&lt;cem@kaya.example&gt;</span></h3><span email="me@acme.example" name="me">me</span><div>Hi</div></div></div>`,
    expected: [{ fullName: 'Cem Kaya', email: 'cem@kaya.example' }],
  },
  {
    about: 'held out: webmail with sender and receiver as links',
    url: 'https://webmail.example/?_task=mail&_uid=3',
    html: `<h2 class="subject">Offer</h2><table class="headers-table"><tr><td class="header-title">From</td><td class="header from"><span class="adr"><a href="mailto:cem.kaya@kaya.example" title="cem.kaya@kaya.example" class="rcmContactAddress">Cem Kaya</a></span></td></tr>
      <tr><td class="header-title">To</td><td class="header to"><span class="adr"><a href="mailto:me@acme.example" title="me@acme.example" class="rcmContactAddress">me@acme.example</a></span></td></tr></table>`,
    expected: [{ fullName: 'Cem Kaya', email: 'cem.kaya@kaya.example' }],
  },
  {
    about: 'held out: webmail with the sender as text',
    url: 'https://outlook.example/mail/inbox/id/1',
    html: `<div role="main"><div role="heading" aria-level="2">Offer</div><div role="document"><div role="heading" aria-level="3"><span>Cem Kaya&lt;cem@kaya.example&gt;</span></div><div>To: <span>Me Myself</span></div><div>Hello there</div></div></div>`,
    expected: [{ fullName: 'Cem Kaya', email: 'cem@kaya.example' }],
  },
];

export const heldOutPages: Fixture[] = [
  ...structured,
  ...markedUp,
  ...unmarked,
  ...network,
  ...webmail,
];
