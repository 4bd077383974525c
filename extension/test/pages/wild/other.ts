import { type Fixture, jsonLd, schema } from '../fixture.ts';
import { site } from './site.ts';

export const otherPages: Fixture[] = [
  {
    about: 'wild: webmail with an open conversation of three, the last message unfolded',
    url: 'https://mail.example/mail/u/0/#inbox/FMfc',
    html: `<title>Re: Quote for pallets - me@acme.example - Mail</title><div role="navigation"><a href="#inbox">Inbox</a></div>
      <div role="main"><h2>Re: Quote for pallets</h2><div role="list">
      <div role="listitem" aria-expanded="false"><span email="me@acme.example" name="me">me</span><span>Could you send a quote?</span></div>
      <div role="listitem" aria-expanded="true"><h3><span><span email="delphine.roux@palettes.example" name="Delphine Roux" data-hovercard-id="delphine.roux@palettes.example">Delphine Roux</span></span> <span>&lt;delphine.roux@palettes.example&gt;</span></h3>
      <span>to <span email="me@acme.example" name="me">me</span></span><div dir="ltr"><p>Please find it attached.</p><p>Delphine</p></div></div></div></div>`,
    expected: [{ fullName: 'Delphine Roux', email: 'delphine.roux@palettes.example' }],
  },
  {
    about: 'wild: webmail with a list of messages and none open',
    url: 'https://mail.example/mail/u/0/#inbox',
    html: `<title>Inbox (3) - me@acme.example - Mail</title><div role="main"><table role="grid"><tbody>
      <tr role="row"><td><span email="anders@fjord.example" name="Anders Vik">Anders Vik</span></td><td>Hello</td></tr>
      <tr role="row"><td><span email="news@shop.example" name="Shop News">Shop News</span></td><td>Sale</td></tr></tbody></table></div>`,
    expected: [],
  },
  {
    about: 'wild: a message of another webmail, with its headers in a list',
    url: 'https://webmail.example/mail/INBOX/44',
    html: `<title>Offer :: INBOX</title><main><h1>Offer</h1><dl class="message-headers"><dt>From</dt><dd><a href="mailto:m.haroun@sahel.example">Mariam Haroun</a></dd><dt>To</dt><dd><a href="mailto:me@acme.example">me@acme.example</a></dd><dt>Date</dt><dd>1 Feb</dd></dl><div class="message-body"><p>Dear team, regards, Mariam</p></div></main>`,
    expected: [{ fullName: 'Mariam Haroun', email: 'm.haroun@sahel.example' }],
  },
  {
    about: 'wild: a selected signature with labels and a company',
    url: 'https://forum.example/t/1',
    selected: '#sig',
    html: site(
      { name: 'Forum', title: 'A thread', domain: 'forum.example' },
      `<article><p>See you there.</p><div id="sig"><p>Ignacio Bustamante</p><p>Export Manager</p><p>T: +56 2 0000 0001</p><p>ignacio.bustamante@valle.example</p></div></article>`,
    ),
    expected: [
      {
        fullName: 'Ignacio Bustamante',
        title: 'Export Manager',
        phone: '+56 2 0000 0001',
        email: 'ignacio.bustamante@valle.example',
      },
    ],
  },
  {
    about: 'wild: a contact on a page of an event, written as a sentence',
    url: 'https://fair.example/press',
    html: site(
      { name: 'Fair', title: 'Press', domain: 'fair.example' },
      '<h1>Press</h1><p>Questions? Write to <a href="mailto:roisin.kelly@fair.example">Róisín Kelly</a>, Head of Communications, or call <a href="tel:+35310000001">+353 1 000 0001</a>.</p>',
    ),
    expected: [
      {
        fullName: 'Róisín Kelly',
        email: 'roisin.kelly@fair.example',
        phone: '+35310000001',
      },
    ],
  },
  {
    about: 'wild: hostile: a person whose fields are of wrong kinds',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      name: 'Bettina Kraus',
      jobTitle: 42,
      email: { '@type': 'Thing' },
      telephone: ['', null, { value: 1 }],
      worksFor: [[['Deep']], 7],
      address: [null],
      sameAs: { href: 'https://www.linkedin.com/in/x' },
      url: ['not a url', 5],
    }),
    expected: [{ fullName: 'Bettina Kraus', companyName: 'Deep' }],
  },
  {
    about: 'wild: hostile: a profile address of another host, with credentials, and of a lookalike',
    html: jsonLd({
      ...schema,
      '@type': 'Person',
      name: 'Bettina Kraus',
      sameAs: [
        'https://www.linkedin.com@evil.example/in/bettina-kraus',
        'https://evil.example/www.linkedin.com/in/bettina-kraus',
        'https://linkedin.com.evil.example/in/bettina-kraus',
        'https://xn--lnkedin-n2a.com/in/bettina-kraus',
      ],
    }),
    expected: [{ fullName: 'Bettina Kraus' }],
  },
  {
    about: 'wild: hostile: hidden people for search engines, beside the visible one',
    url: 'https://seo.example/team/paula',
    html: site(
      { name: 'Seo', title: 'Paula Ribeiro', domain: 'seo.example' },
      `<div class="card"><h1>Paula Ribeiro</h1><p>Head of Sales</p><a href="mailto:paula.ribeiro@seo.example">Email</a></div>
       <div style="display:none"><div class="card"><h3>Ghost Writer</h3><p>Trap</p><a href="mailto:ghost.writer@seo.example">Email</a></div></div>
       <template><div><h3>Template Person</h3><a href="mailto:template.person@seo.example">Email</a></div></template>
       <noscript><a href="mailto:no.script@seo.example">No Script</a></noscript>`,
    ),
    expected: [
      { fullName: 'Paula Ribeiro', title: 'Head of Sales', email: 'paula.ribeiro@seo.example' },
    ],
  },
  {
    about: 'wild: hostile: two people whose addresses are exchanged',
    url: 'https://swap.example/team',
    html: site(
      { name: 'Swap', title: 'Team', domain: 'swap.example' },
      `<div><h3>Anton Gruber</h3><a href="mailto:milena.horvat@swap.example">Email</a></div><div><h3>Milena Horvat</h3><a href="mailto:anton.gruber@swap.example">Email</a></div>`,
    ),
    expected: [],
  },
  {
    about: 'wild: hostile: zero-width characters, bidirectional marks and emoji in names',
    html: jsonLd([
      {
        ...schema,
        '@type': 'Person',
        name: 'Mo\u200bnika \u202eK\u0151v\u00e1ri\u202c',
        jobTitle: '\u{1F680} Founder',
      },
      { ...schema, '@type': 'Person', name: '\u2b50\u2b50\u2b50 BEST PRICE \u2b50\u2b50\u2b50' },
    ]),
    expected: [{ fullName: 'Monika K\u0151v\u00e1ri', title: '\u{1F680} Founder' }],
  },
  {
    about: 'wild: hostile: a mail link with many receivers and a hidden copy',
    html: '<title>Write</title><a href="mailto:ann.lee@a.example,bob.ray@b.example?bcc=spy@c.example&subject=x">Write to us</a>',
    expected: [],
  },
  {
    about: 'wild: hostile: a person in the frame of another site',
    html: `<title>Frame</title><h1>Frame</h1><iframe srcdoc="<a href='mailto:inner.person@frame.example'>Inner Person</a>"></iframe>`,
    expected: [],
  },
];
