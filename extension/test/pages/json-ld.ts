import { type Fixture, jsonLd, schema } from './fixture.ts';

const amara = {
  fullName: 'Amara Okafor',
  title: 'Head of Procurement',
  companyName: 'Saltmarsh Foods',
  email: 'amara.okafor@saltmarsh.example',
};
const person = {
  '@type': 'Person',
  name: 'Amara Okafor',
  jobTitle: 'Head of Procurement',
  worksFor: { '@type': 'Organization', name: 'Saltmarsh Foods' },
  email: 'mailto:amara.okafor@saltmarsh.example',
};

export const jsonLdPages: Fixture[] = [
  { about: 'a person at the top', html: jsonLd({ ...schema, ...person }), expected: [amara] },
  {
    about: 'a person in a graph',
    html: jsonLd({ ...schema, '@graph': [{ '@type': 'WebSite', name: 'Saltmarsh' }, person] }),
    expected: [amara],
  },
  {
    about: 'a person in a list of documents',
    html: jsonLd([
      { ...schema, '@type': 'BreadcrumbList' },
      { ...schema, ...person },
    ]),
    expected: [amara],
  },
  {
    about: 'the main entity of a profile page',
    html: jsonLd({ ...schema, '@type': 'ProfilePage', mainEntity: person }),
    expected: [amara],
  },
  {
    about: 'a main entity that is only referred to',
    html: jsonLd({
      ...schema,
      '@graph': [
        { '@type': 'ProfilePage', mainEntity: { '@id': '#amara' } },
        { '@id': '#amara', ...person },
      ],
    }),
    expected: [amara],
  },
  {
    about: 'types with a prefix and as a list',
    html: jsonLd({ ...schema, ...person, '@type': ['https://schema.org/Person'] }),
    expected: [amara],
  },
  {
    about: 'given and family name, profiles, telephone and address',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      givenName: 'Henrik',
      familyName: 'Lund',
      telephone: '+47 22 00 00 00',
      url: 'https://nordlys.example/henrik',
      sameAs: [
        'https://social.example/henrik',
        'https://no.linkedin.com/in/Henrik-Lund-Example/?trk=x',
      ],
      address: { '@type': 'PostalAddress', addressLocality: 'Oslo', addressCountry: 'Norway' },
    }),
    expected: [
      {
        firstName: 'Henrik',
        lastName: 'Lund',
        phone: '+47 22 00 00 00',
        website: 'https://nordlys.example/henrik',
        linkedinUrl: 'https://www.linkedin.com/in/henrik-lund-example',
        locationName: 'Oslo, Norway',
      },
    ],
  },
  {
    about: 'a company page of LinkedIn in sameAs',
    html: jsonLd({ ...schema, ...person, sameAs: 'https://www.linkedin.com/company/saltmarsh' }),
    expected: [amara],
  },
  {
    about: 'value objects, lists and entities',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      name: [{ '@value': 'Amara O&#39;Brien', '@language': 'en' }],
      jobTitle: { '@type': 'DefinedTerm', name: 'Buyer' },
      worksFor: [{ name: 'Saltmarsh' }, { name: 'Old employer' }],
    }),
    expected: [{ fullName: "Amara O'Brien", title: 'Buyer', companyName: 'Saltmarsh' }],
  },
  {
    about: 'the employees of a company',
    html: jsonLd({
      ...schema,
      '@type': 'Organization',
      name: 'Nordlys',
      employee: [
        { '@type': 'Person', name: 'Henrik Lund' },
        { '@type': 'Person', name: 'Ines Duarte' },
      ],
    }),
    expected: [{ fullName: 'Henrik Lund' }, { fullName: 'Ines Duarte' }],
  },
  {
    about: 'members with roles',
    html: jsonLd({
      ...schema,
      '@type': 'Organization',
      member: {
        '@type': 'OrganizationRole',
        roleName: 'Chair',
        member: { '@type': 'Person', name: 'Ines Duarte' },
      },
    }),
    expected: [{ fullName: 'Ines Duarte', title: 'Chair' }],
  },
  {
    about: 'a list of items',
    html: jsonLd({
      ...schema,
      '@type': 'ItemList',
      itemListElement: ['Ana Silva', 'Bo Chen'].map((name, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: { '@type': 'Person', name },
      })),
    }),
    expected: [{ fullName: 'Ana Silva' }, { fullName: 'Bo Chen' }],
  },
  {
    about: 'the author of an article',
    html: jsonLd({
      ...schema,
      '@type': 'NewsArticle',
      author: { '@type': 'Person', name: 'Lucía Fernández' },
    }),
    expected: [{ fullName: 'Lucía Fernández' }],
  },
  {
    about: 'a product with reviews',
    html: jsonLd({
      ...schema,
      '@type': 'Product',
      name: 'Kettle',
      review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Bob Miller' } }],
    }),
    expected: [],
  },
  {
    about: 'a company that is also a person, as some blogs say',
    html: jsonLd({ ...schema, '@type': ['Person', 'Organization'], name: 'Kettle Shop' }),
    expected: [],
  },
  {
    about: 'someone who has died',
    html: jsonLd({ ...schema, '@type': 'Person', name: 'Ada Lovelace', deathDate: '1852-11-27' }),
    expected: [],
  },
  {
    about: 'an author without a real name',
    html: jsonLd({ ...schema, '@type': 'Article', author: { '@type': 'Person', name: 'admin' } }),
    expected: [],
  },
  {
    about: 'colleagues of a person',
    html: jsonLd({ ...schema, ...person, colleague: { '@type': 'Person', name: 'Other Person' } }),
    expected: [amara],
  },
  {
    about: 'an address that is not valid',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      name: 'Amara Okafor',
      email: 'amara at saltmarsh',
    }),
    expected: [{ fullName: 'Amara Okafor' }],
  },
  {
    about: 'JSON inside of a comment, and JSON that cannot be read',
    html: `<script type="application/ld+json"><!-- ${JSON.stringify({ ...schema, ...person })} --></script>
      <script type="application/ld+json">{"@type":"Person","name":</script>`,
    expected: [amara],
  },
  {
    about: 'a name in Han characters, with a given part',
    html: jsonLd({ ...schema, '@type': 'Person', name: '王小明', worksFor: '海潮科技' }),
    expected: [{ fullName: '王小明', companyName: '海潮科技' }],
  },
  {
    about: 'a name in Hangul',
    html: jsonLd({ ...schema, '@type': 'Person', name: '김민준', jobTitle: '구매 팀장' }),
    expected: [{ fullName: '김민준', title: '구매 팀장' }],
  },
  {
    about: 'an Arabic name on a right-to-left page',
    html: `<html dir="rtl" lang="ar">${jsonLd({ ...schema, '@type': 'Person', name: 'ليلى الحسن', jobTitle: 'مديرة المشتريات' })}`,
    expected: [{ fullName: 'ليلى الحسن', title: 'مديرة المشتريات' }],
  },
];
