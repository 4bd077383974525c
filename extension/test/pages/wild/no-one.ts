import { type Fixture, jsonLd, schema } from '../fixture.ts';
import { site } from './site.ts';

const expected: Fixture['expected'] = [];

export const noOnePages: Fixture[] = [
  {
    about: 'wild: no one: the home page of a company with praise by customers',
    url: 'https://buoy.example/',
    html: site(
      { name: 'Buoy', title: 'Buoy – calm software', domain: 'buoy.example' },
      `<h1>Calm software</h1><section><blockquote>“It just floats.”<footer><strong>Karen Whitfield</strong>, <span>COO, Drift Inc</span></footer></blockquote></section><a href="mailto:hello@buoy.example">Talk to us</a>`,
    ),
    expected,
  },
  {
    about: 'wild: no one: a shop named after its founder',
    url: 'https://martha-lind.example/',
    html: site(
      {
        name: 'Martha Lind',
        title: 'Martha Lind | Knitwear',
        domain: 'martha-lind.example',
        head: jsonLd({
          ...schema,
          '@type': 'ClothingStore',
          name: 'Martha Lind',
          email: 'shop@martha-lind.example',
          telephone: '+45 00 00 00 00',
        }),
      },
      '<h1>Martha Lind</h1><p>Knitwear</p><a href="mailto:shop@martha-lind.example">shop@martha-lind.example</a>',
    ),
    expected,
  },
  {
    about: 'wild: no one: an article without an author, that mentions people',
    url: 'https://gazette.example/a/1',
    html: site(
      {
        name: 'Gazette',
        title: 'Mayor opens bridge',
        domain: 'gazette.example',
        head: jsonLd({
          ...schema,
          '@type': 'NewsArticle',
          headline: 'Mayor opens bridge',
          author: { '@type': 'NewsMediaOrganization', name: 'Gazette Newsroom' },
          mentions: [{ '@type': 'Person', name: 'Judith Okonkwo' }],
          about: { '@type': 'Person', name: 'Judith Okonkwo' },
        }),
      },
      '<article><h1>Mayor opens bridge</h1><p>Mayor Judith Okonkwo cut the ribbon.</p><a href="mailto:newsroom@gazette.example">Contact the newsroom</a></article>',
    ),
    expected,
  },
  {
    about: 'wild: no one: a product with a video and reviews in several graphs',
    url: 'https://stove.example/p/4',
    html: site(
      {
        name: 'Stove',
        title: 'Camping stove',
        domain: 'stove.example',
        head:
          jsonLd({
            ...schema,
            '@type': 'Product',
            name: 'Camping stove',
            brand: { '@type': 'Brand', name: 'Stove' },
            review: { '@type': 'Review', author: { '@type': 'Person', name: 'Pat Murphy' } },
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 },
          }) +
          jsonLd({ ...schema, '@type': 'VideoObject', name: 'How to light it', author: 'Stove' }),
      },
      '<h1>Camping stove</h1><p class="price">€40</p><div class="review"><b>Pat Murphy</b><p>Hot!</p></div>',
    ),
    expected,
  },
  {
    about: 'wild: no one: a recipe of a brand, with reviews',
    url: 'https://oats.example/r/1',
    html: site(
      {
        name: 'Oats',
        title: 'Porridge',
        domain: 'oats.example',
        head: jsonLd({
          ...schema,
          '@type': 'Recipe',
          name: 'Porridge',
          author: { '@type': 'Organization', name: 'Oats Kitchen' },
          review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Lena Fox' } }],
        }),
      },
      '<h1>Porridge</h1><ol><li>Stir.</li></ol>',
    ),
    expected,
  },
  {
    about: 'wild: no one: search results with authors in their texts',
    url: 'https://find.example/?q=jane',
    html: site(
      { name: 'Find', title: 'jane – Find', domain: 'find.example' },
      `<ol><li><h3><a href="https://a.example/">Jane Eyre - Wikipedia</a></h3><p>Jane Eyre is a novel …</p></li><li><h3><a href="https://www.linkedin.com/in/jane-roe-example">Jane Roe – Manager – Acme | LinkedIn</a></h3><p>View Jane Roe’s profile …</p></li><li><h3><a href="https://b.example/">Jane Street</a></h3></li></ol>`,
    ),
    expected,
  },
  {
    about: 'wild: no one: share buttons and a form',
    url: 'https://note.example/p/1',
    html: site(
      { name: 'Note', title: 'A note', domain: 'note.example' },
      `<article><h1>A note</h1><p>Text.</p><div class="share"><a href="mailto:?subject=A%20note&body=https://note.example/p/1">Email</a><a href="https://www.linkedin.com/shareArticle?mini=true&url=https://note.example/p/1">LinkedIn</a><a href="https://www.linkedin.com/sharing/share-offsite/?url=x">Share</a></div></article><form><input name="name" value="Your Name"><input name="email" value="you@example.com"></form>`,
    ),
    expected,
  },
  {
    about: 'wild: no one: documentation with example addresses in code',
    url: 'https://docs.example/smtp',
    html: site(
      { name: 'Docs', title: 'Send mail', domain: 'docs.example' },
      `<h1>Send mail</h1><pre><code>{ "to": "john.doe@example.com", "name": "John Doe" }</code></pre><p>Use <code>Jane Doe &lt;jane@example.com&gt;</code>.</p><a href="mailto:support@docs.example">Support</a>`,
    ),
    expected,
  },
  {
    about: 'wild: no one: an error page, and a contact page with departments',
    url: 'https://port.example/contact',
    html: site(
      { name: 'Port', title: 'Contact', domain: 'port.example' },
      `<h1>Contact</h1><div><h3>Press Office</h3><p>For journalists</p><a href="mailto:press@port.example">press@port.example</a></div><div><h3>Human Resources</h3><p>For applicants</p><a href="mailto:hr@port.example">hr@port.example</a></div><div><h3>Customer Service</h3><p>Mon–Fri</p><a href="mailto:customer.service@port.example">customer.service@port.example</a></div><div><h3>Data Protection</h3><a href="mailto:privacy@port.example">privacy@port.example</a></div>`,
    ),
    expected,
  },
  {
    about: 'wild: no one: departments in German, French and Spanish',
    url: 'https://rhein.example/kontakt',
    html: site(
      { name: 'Rhein', title: 'Kontakt', domain: 'rhein.example', lang: 'de' },
      `<h1>Kontakt</h1><div><h3>Presse und Medien</h3><a href="mailto:presse@rhein.example">presse@rhein.example</a></div><div><h3>Zentraler Einkauf</h3><a href="mailto:einkauf@rhein.example">einkauf@rhein.example</a></div><div><h3>Service Commercial</h3><a href="mailto:commercial@rhein.example">commercial@rhein.example</a></div><div><h3>Atención al Cliente</h3><a href="mailto:clientes@rhein.example">clientes@rhein.example</a></div><div><h3>Datenschutz</h3><a href="mailto:datenschutz@rhein.example">datenschutz@rhein.example</a></div>`,
    ),
    expected,
  },
];
