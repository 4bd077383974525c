import { type Fixture, jsonLd, schema } from './fixture.ts';

const named = (name: string) => jsonLd({ ...schema, '@type': 'Person', name });
const card = (name: string, title: string, email: string) =>
  `<div><h3>${name}</h3><p>${title}</p><p><a href="mailto:${email}">Email</a></p></div>`;

export const linkPages: Fixture[] = [
  {
    about: 'a link with the name as its text',
    html: '<p>Contact: <a href="mailto:jane.doe@acme.example?subject=Hi">Jane Doe</a></p>',
    expected: [{ fullName: 'Jane Doe', email: 'jane.doe@acme.example' }],
  },
  {
    about: 'a link whose text is the address',
    html: '<title>Welcome</title><a href="mailto:jane.doe@acme.example">jane.doe@acme.example</a>',
    expected: [{ email: 'jane.doe@acme.example' }],
  },
  {
    about: 'a title that fits the address',
    html: '<title>Jane Doe – Ceramics</title><a href="mailto:jane@doe.example">Write</a>',
    expected: [{ fullName: 'Jane Doe', email: 'jane@doe.example' }],
  },
  {
    about: 'a title that does not fit the address',
    html: '<title>Contact Us – Ceramics</title><a href="mailto:jane@doe.example">Write</a>',
    expected: [{ email: 'jane@doe.example' }],
  },
  {
    about: 'a shop with addresses of departments',
    html: '<title>Kettle Shop</title><a href="mailto:support@kettle.example">Help</a><a href="mailto:sales@kettle.example">Sales Team</a><a href="tel:+15550100000">Call</a>',
    expected: [],
  },
  {
    about: 'a shop with no one',
    html: '<title>Blue Kettle</title><h1>Blue Kettle</h1><p>$20</p>',
    expected: [],
  },
  {
    about: 'a team page without markup',
    html:
      card('Jane Doe', 'Head of Sales', 'jane@acme.example') +
      card('Omar Haddad', 'Engineer', 'omar.haddad@acme.example') +
      card('Our Office', 'Find us', 'office@acme.example'),
    expected: [
      { fullName: 'Jane Doe', title: 'Head of Sales', email: 'jane@acme.example' },
      { fullName: 'Omar Haddad', title: 'Engineer', email: 'omar.haddad@acme.example' },
    ],
  },
  {
    about: 'a heading that is not the name of the address',
    html: '<div><h3>Contact Us</h3><a href="mailto:omar.haddad@acme.example">Email</a></div>',
    expected: [{ email: 'omar.haddad@acme.example' }],
  },
  {
    about: 'one person with one address, telephone and profile',
    html: `${named('Omar Haddad')}<a href="mailto:ohaddad@acme.example">e</a><a href="tel:+49%2030%20000000">t</a><a href="https://de.linkedin.com/in/omar-haddad-example?x=1">in</a>`,
    expected: [
      {
        fullName: 'Omar Haddad',
        email: 'ohaddad@acme.example',
        phone: '+49 30 000000',
        linkedinUrl: 'https://www.linkedin.com/in/omar-haddad-example',
      },
    ],
  },
  {
    about: 'one person, and the address of the company',
    html: `${named('Omar Haddad')}<a href="mailto:info@acme.example">e</a>`,
    expected: [{ fullName: 'Omar Haddad' }],
  },
  {
    about: 'one person, and the profile of someone else',
    html: `${named('Omar Haddad')}<a href="https://www.linkedin.com/in/the-founder-example">in</a>`,
    expected: [{ fullName: 'Omar Haddad' }],
  },
  {
    about: 'one person, and the LinkedIn page of the company',
    html: `${named('Omar Haddad')}<a href="https://www.linkedin.com/company/acme">in</a>`,
    expected: [{ fullName: 'Omar Haddad' }],
  },
  {
    about: 'two telephone numbers belong to no one in particular',
    html: `${named('Omar Haddad')}<a href="tel:+15550100000">a</a><a href="tel:+15550100001">b</a>`,
    expected: [{ fullName: 'Omar Haddad' }],
  },
  {
    about: 'several people with addresses that fit',
    html: `${named('Omar Haddad')}${named('Jane Doe')}<a href="mailto:jane@acme.example">1</a><a href="mailto:omar@acme.example">2</a>`,
    expected: [
      { fullName: 'Omar Haddad', email: 'omar@acme.example' },
      { fullName: 'Jane Doe', email: 'jane@acme.example' },
    ],
  },
  {
    about: 'a selected signature',
    selected: '#signature',
    html: '<p>Dear all</p><pre id="signature">Søren Ærø\nHead of Logistics\nsoren@havn.example\n+45 70 00 00 00\nlinkedin.com/in/soren-aero-example</pre>',
    expected: [
      {
        fullName: 'Søren Ærø',
        title: 'Head of Logistics',
        email: 'soren@havn.example',
        phone: '+45 70 00 00 00',
        linkedinUrl: 'https://www.linkedin.com/in/soren-aero-example',
      },
    ],
  },
  {
    about: 'a selected name on the page of someone else comes first',
    selected: '#other',
    html: `${named('Omar Haddad')}<p id="other">Jane Doe</p>`,
    expected: [{ fullName: 'Jane Doe' }, { fullName: 'Omar Haddad' }],
  },
  {
    about: 'a selected sentence',
    selected: 'p',
    html: '<p>We ship kettles to forty countries within 5 days.</p>',
    expected: [],
  },
  {
    about: 'webmail: the sender of the open message',
    html: `<div role="main"><h3><span email="cem@kaya.example" name="Cem Kaya">Cem Kaya</span></h3><span email="me@acme.example" name="me">me</span><p>Hello</p></div>`,
    expected: [{ fullName: 'Cem Kaya', email: 'cem@kaya.example' }],
  },
  {
    about: 'webmail: the sender as a link',
    html: `<table><tr><td>From</td><td><a href="mailto:cem.kaya@kaya.example" title="cem.kaya@kaya.example">Cem Kaya</a></td></tr></table>`,
    expected: [{ fullName: 'Cem Kaya', email: 'cem.kaya@kaya.example' }],
  },
];
