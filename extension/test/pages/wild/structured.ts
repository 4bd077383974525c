import { type Fixture, jsonLd, schema } from '../fixture.ts';
import { site } from './site.ts';

const graph = (domain: string, ...nodes: object[]) =>
  jsonLd({
    ...schema,
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `https://${domain}/#organization`,
        name: 'The Organization',
        url: `https://${domain}/`,
        logo: { '@type': 'ImageObject', '@id': `https://${domain}/#logo`, caption: 'The Logo' },
        sameAs: ['https://www.linkedin.com/company/the-organization/'],
      },
      {
        '@type': 'WebSite',
        '@id': `https://${domain}/#website`,
        publisher: { '@id': `https://${domain}/#organization` },
        potentialAction: { '@type': 'SearchAction', target: `https://${domain}/?s={s}` },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home Page' }],
      },
      ...nodes,
    ],
  });

export const structuredPages: Fixture[] = [
  {
    about: 'wild: an article of a magazine, with its author in the graph and a box about her',
    url: 'https://tidewater.example/articles/cranes',
    html: site(
      {
        name: 'Tidewater',
        title: 'Why cranes lean | Tidewater',
        domain: 'tidewater.example',
        head:
          '<meta property="og:type" content="article"><meta name="author" content="Marguerite Fontaine">' +
          graph(
            'tidewater.example',
            {
              '@type': 'Article',
              '@id': 'https://tidewater.example/articles/cranes#article',
              headline: 'Why cranes lean',
              author: {
                name: 'Marguerite Fontaine',
                '@id': 'https://tidewater.example/#/schema/person/ab12',
              },
              publisher: { '@id': 'https://tidewater.example/#organization' },
              commentCount: 2,
            },
            {
              '@type': 'Person',
              '@id': 'https://tidewater.example/#/schema/person/ab12',
              name: 'Marguerite Fontaine',
              image: { '@type': 'ImageObject', caption: 'Marguerite Fontaine' },
              description: 'Marguerite writes about ports.',
              sameAs: ['https://www.linkedin.com/in/marguerite-fontaine-example/'],
            },
          ),
      },
      `<article><h1>Why cranes lean</h1><p class="byline">By <a rel="author" href="/author/mf">Marguerite Fontaine</a>, 3 May 2031</p>
       <p>The harbour master, Piet Jansen, told us that cranes lean. “They do,” agreed Olga Petrova of Neva Cranes.</p></article>
       <section id="comments"><h2>2 comments</h2><ol><li><cite class="fn">Dave Rowe</cite> says: <p>Nice</p></li></ol></section>`,
    ),
    expected: [
      {
        fullName: 'Marguerite Fontaine',
        linkedinUrl: 'https://www.linkedin.com/in/marguerite-fontaine-example',
      },
    ],
  },
  {
    about: 'wild: an estate agent, described as an agent',
    url: 'https://gable.example/agents/rosalind-achebe',
    html: site(
      {
        name: 'Gable Homes',
        title: 'Rosalind Achebe - Gable Homes',
        domain: 'gable.example',
        head: jsonLd({
          ...schema,
          '@type': 'ProfilePage',
          dateModified: '2031-01-02',
          mainEntity: {
            '@type': 'Person',
            name: 'Rosalind Achebe',
            jobTitle: 'Senior Negotiator',
            telephone: '+44 20 7946 0001',
            email: 'rosalind.achebe@gable.example',
            worksFor: { '@type': 'RealEstateAgent', name: 'Gable Homes' },
            interactionStatistic: { '@type': 'InteractionCounter', userInteractionCount: 4 },
          },
        }),
      },
      '<h1>Rosalind Achebe</h1><p>Senior Negotiator</p><a href="tel:+442079460001">020 7946 0001</a><section><h2>Similar agents</h2><a href="/agents/tim">Tim Lowe</a></section>',
    ),
    expected: [
      {
        fullName: 'Rosalind Achebe',
        title: 'Senior Negotiator',
        phone: '+44 20 7946 0001',
        email: 'rosalind.achebe@gable.example',
        companyName: 'Gable Homes',
      },
    ],
  },
  {
    about: 'wild: a physician of a clinic',
    url: 'https://clinic.example/doctors/farah',
    html: site(
      {
        name: 'Lakeview Clinic',
        title: 'Dr. Farah Siddiqui, MD – Cardiology – Lakeview Clinic',
        domain: 'clinic.example',
        head: jsonLd({
          '@context': { '@vocab': 'http://schema.org/' },
          '@type': ['Person', 'Physician'],
          name: 'Farah Siddiqui',
          honorificSuffix: 'MD',
          jobTitle: 'Cardiologist',
          affiliation: { '@type': 'Hospital', name: 'Lakeview Clinic' },
          address: {
            '@type': 'PostalAddress',
            streetAddress: '9 Lake St',
            addressLocality: 'Madison',
            addressRegion: 'WI',
            addressCountry: 'US',
          },
        }),
      },
      '<h1>Dr. Farah Siddiqui, MD</h1><p>Cardiologist</p><a href="tel:+16085550000">Book: 608 555 0000</a>',
    ),
    expected: [
      {
        fullName: 'Farah Siddiqui',
        title: 'Cardiologist',
        companyName: 'Lakeview Clinic',
        locationName: 'Madison, WI, US',
        phone: '+16085550000',
      },
    ],
  },
  {
    about:
      'wild: speakers of a conference, each with an employer, in an event with offers and an organizer',
    url: 'https://mesh.example/2031/speakers',
    html: site(
      {
        name: 'MeshConf',
        title: 'Speakers – MeshConf 2031',
        domain: 'mesh.example',
        head: jsonLd([
          {
            ...schema,
            '@type': 'Event',
            name: 'MeshConf 2031',
            location: { '@type': 'Place', name: 'City Hall', address: 'Tallinn' },
            offers: {
              '@type': 'Offer',
              price: '99',
              seller: { '@type': 'Person', name: 'Ticket Desk' },
            },
            organizer: { '@type': 'Organization', name: 'Mesh MTÜ', url: 'https://mesh.example' },
            performer: [
              {
                '@type': 'Person',
                name: 'Kaisa Tamm',
                jobTitle: 'Staff Engineer',
                worksFor: { '@type': 'Organization', name: 'Balti Grid' },
                sameAs: 'https://www.linkedin.com/in/kaisa-tamm-example',
              },
              {
                '@type': 'Person',
                name: 'Oluwaseun Adebayo-Smith',
                jobTitle: 'Founder',
                worksFor: 'Lagoon Labs',
              },
              { '@type': 'PerformingGroup', name: 'The Packets' },
            ],
          },
        ]),
      },
      '<h1>Speakers</h1><div class="grid"><div><h3>Kaisa Tamm</h3><p>Balti Grid</p></div><div><h3>Oluwaseun Adebayo-Smith</h3><p>Lagoon Labs</p></div></div>',
    ),
    expected: [
      {
        fullName: 'Kaisa Tamm',
        title: 'Staff Engineer',
        companyName: 'Balti Grid',
        linkedinUrl: 'https://www.linkedin.com/in/kaisa-tamm-example',
      },
      { fullName: 'Oluwaseun Adebayo-Smith', title: 'Founder', companyName: 'Lagoon Labs' },
    ],
  },
  {
    about: 'wild: a podcast with its host and a guest, and a publisher',
    url: 'https://pod.example/12',
    html: site(
      {
        name: 'Freight Talk',
        title: '#12: Inés Olmo on pallets',
        domain: 'pod.example',
        head: jsonLd({
          ...schema,
          '@type': 'PodcastEpisode',
          name: '#12: Inés Olmo on pallets',
          partOfSeries: { '@type': 'PodcastSeries', name: 'Freight Talk' },
          actor: [{ '@type': 'Person', name: 'Inés Olmo', jobTitle: 'Logistics Lead' }],
          author: { '@type': 'Person', name: 'Bram Visser' },
          publisher: { '@type': 'Organization', name: 'Freight Media' },
        }),
      },
      '<h1>#12: Inés Olmo on pallets</h1><audio controls></audio>',
    ),
    expected: [{ fullName: 'Inés Olmo', title: 'Logistics Lead' }, { fullName: 'Bram Visser' }],
  },
  {
    about: 'wild: a law firm lists its people in a list of list items with addresses of pages',
    url: 'https://advokat.example/people',
    html: site(
      {
        name: 'Advokat & Co',
        title: 'People | Advokat & Co',
        domain: 'advokat.example',
        head: jsonLd({
          ...schema,
          '@type': 'CollectionPage',
          mainEntity: {
            '@type': 'ItemList',
            numberOfItems: 2,
            itemListElement: [
              {
                '@type': 'ListItem',
                position: 1,
                item: {
                  '@type': 'Person',
                  '@id': 'https://advokat.example/people/astrid',
                  name: 'Astrid Bergström',
                  jobTitle: 'Partner',
                  telephone: '+46 8 000 00 01',
                  email: 'astrid.bergstrom@advokat.example',
                },
              },
              {
                '@type': 'ListItem',
                position: 2,
                item: {
                  '@type': 'Person',
                  '@id': 'https://advokat.example/people/nils',
                  name: 'Nils-Åke Öberg',
                  jobTitle: 'Associate',
                  telephone: '+46 8 000 00 02',
                  email: 'nils-ake.oberg@advokat.example',
                },
              },
            ],
          },
        }),
      },
      `<h1>People</h1><ul><li><a href="/people/astrid"><h2>Astrid Bergström</h2></a><p>Partner</p><a href="mailto:astrid.bergstrom@advokat.example">E-post</a></li>
       <li><a href="/people/nils"><h2>Nils-Åke Öberg</h2></a><p>Associate</p><a href="mailto:nils-ake.oberg@advokat.example">E-post</a></li></ul>`,
    ),
    expected: [
      {
        fullName: 'Astrid Bergström',
        title: 'Partner',
        phone: '+46 8 000 00 01',
        email: 'astrid.bergstrom@advokat.example',
      },
      {
        fullName: 'Nils-Åke Öberg',
        title: 'Associate',
        phone: '+46 8 000 00 02',
        email: 'nils-ake.oberg@advokat.example',
      },
    ],
  },
  {
    about: 'wild: a research article with its authors and their institutes',
    url: 'https://journal.example/10.0000/1',
    html: site(
      {
        name: 'Journal of Silt',
        title: 'On silt | Journal of Silt',
        domain: 'journal.example',
        head: jsonLd({
          ...schema,
          '@type': 'ScholarlyArticle',
          name: 'On silt',
          author: [
            {
              '@type': 'Person',
              name: 'Thảo Nguyễn',
              email: 'thao.nguyen@delta.example',
              affiliation: [
                {
                  name: 'Delta Institute',
                  address: { name: 'Delta Institute, Cần Thơ' },
                  '@type': 'Organization',
                },
              ],
            },
            {
              '@type': 'Person',
              name: 'Peter O’Malley',
              affiliation: [{ name: 'University of the Coast', '@type': 'Organization' }],
            },
          ],
          citation: [
            { '@type': 'CreativeWork', author: { '@type': 'Person', name: 'Old Master' } },
          ],
          editor: { '@type': 'Person', name: 'Edith Editor' },
        }),
      },
      '<h1>On silt</h1><ul class="authors"><li>Thảo Nguyễn</li><li>Peter O’Malley</li></ul><h2>References</h2><ol><li>Master, O. (1990)</li></ol>',
    ),
    expected: [
      {
        fullName: 'Thảo Nguyễn',
        email: 'thao.nguyen@delta.example',
        companyName: 'Delta Institute',
      },
      { fullName: 'Peter O’Malley', companyName: 'University of the Coast' },
    ],
  },
  {
    about: 'wild: a Chinese company with its founder, and its own number',
    url: 'https://haichao.example/about',
    html: site(
      {
        name: '海潮科技',
        title: '关于我们 - 海潮科技',
        domain: 'haichao.example',
        lang: 'zh-CN',
        head: jsonLd({
          ...schema,
          '@type': 'Corporation',
          name: '海潮科技',
          telephone: '+86 755 0000 0000',
          founder: [{ '@type': 'Person', name: '陈建国', jobTitle: '董事长' }],
          contactPoint: {
            '@type': 'ContactPoint',
            telephone: '+86 755 0000 0001',
            contactType: '客服',
          },
        }),
      },
      '<h1>关于我们</h1><p>联系电话 <a href="tel:+8675500000000">0755-0000 0000</a></p>',
    ),
    expected: [{ fullName: '陈建国', title: '董事长' }],
  },
];
