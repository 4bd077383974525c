import type { Fixture } from '../fixture.ts';
import { site } from './site.ts';

export const markupPages: Fixture[] = [
  {
    about: 'wild: a directory of a town hall in microdata, each with an office and a number',
    url: 'https://town.example/staff',
    html: site(
      { name: 'Town of Fairmere', title: 'Staff directory', domain: 'town.example' },
      `<h1>Staff directory</h1><div class="directory">
       <div class="row" itemscope itemtype="https://schema.org/Person"><h3><a itemprop="url" href="/staff/1"><span itemprop="name">Beatriz Quiroga</span></a></h3>
         <p>Title: <span itemprop="jobTitle">Town Clerk</span></p><p>Phone: <span itemprop="telephone">(555) 010-0142</span></p>
         <p><a itemprop="email" href="mailto:bquiroga@town.example">Email Beatriz Quiroga</a></p></div>
       <div class="row" itemscope itemtype="https://schema.org/Person"><h3><a itemprop="url" href="/staff/2"><span itemprop="name">Desmond Pryce</span></a></h3>
         <p>Title: <span itemprop="jobTitle">Harbour Master</span></p><p>Phone: <span itemprop="telephone">(555) 010-0143</span></p>
         <p><a itemprop="email" href="mailto:dpryce@town.example">Email Desmond Pryce</a></p></div></div>`,
    ),
    expected: [
      {
        fullName: 'Beatriz Quiroga',
        title: 'Town Clerk',
        phone: '(555) 010-0142',
        email: 'bquiroga@town.example',
        website: 'https://town.example/staff/1',
      },
      {
        fullName: 'Desmond Pryce',
        title: 'Harbour Master',
        phone: '(555) 010-0143',
        email: 'dpryce@town.example',
        website: 'https://town.example/staff/2',
      },
    ],
  },
  {
    about: 'wild: a blog post in microdata, with its author inside and comments by others',
    url: 'https://moss.example/post',
    html: site(
      { name: 'Moss', title: 'Growing moss', domain: 'moss.example' },
      `<article itemscope itemtype="http://schema.org/BlogPosting"><h1 itemprop="headline">Growing moss</h1>
       <span itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="https://moss.example/author/hana" rel="author"><span itemprop="name">Hana Dvořáková</span></a></span>
       <div itemprop="articleBody"><p>Moss grows slowly.</p></div>
       <div id="comments"><article itemprop="comment" itemscope itemtype="http://schema.org/Comment"><span itemprop="author" itemscope itemtype="http://schema.org/Person"><b itemprop="name" class="fn">Moss Fan</b></span><p itemprop="text">!</p></article></div></article>`,
    ),
    expected: [{ fullName: 'Hana Dvořáková', website: 'https://moss.example/author/hana' }],
  },
  {
    about: 'wild: a shop in microdata with ratings by customers and a brand',
    url: 'https://ladle.example/p/1',
    html: site(
      { name: 'Ladle', title: 'Soup ladle', domain: 'ladle.example' },
      `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Soup ladle</h1><div itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="Anna Gray"></div>
       <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price">12</span></div>
       <ul><li itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Carla Bianchi</span></li>
       <li itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Jörg Weiß</span></span></li></ul></div>`,
    ),
    expected: [],
  },
  {
    about: 'wild: RDFa of a content system, with the role as a term and the person as a resource',
    url: 'https://institute.example/people/abebe',
    html: site(
      {
        name: 'Highland Institute',
        title: 'Abebe Girma | Highland Institute',
        domain: 'institute.example',
      },
      `<article prefix="schema: http://schema.org/" typeof="schema:Person" resource="/people/abebe" class="node node--type-person">
       <h1><span property="schema:name" class="field--name-title">Abebe Girma</span></h1>
       <div class="field"><div class="field__label">Position</div><div class="field__item" property="schema:jobTitle">Programme Officer</div></div>
       <div class="field"><div class="field__label">Telephone</div><div class="field__item"><a property="schema:telephone" href="tel:+251110000000">+251 11 000 0000</a></div></div>
       <div class="field"><div class="field__item"><a property="schema:email" href="mailto:abebe.girma@institute.example">abebe.girma@institute.example</a></div></div></article>`,
    ),
    expected: [
      {
        fullName: 'Abebe Girma',
        title: 'Programme Officer',
        phone: '+251110000000',
        email: 'abebe.girma@institute.example',
      },
    ],
  },
  {
    about: 'wild: RDFa that marks up a person mentioned in a text as the subject of a book',
    url: 'https://books.example/b/1',
    html: site(
      { name: 'Books', title: 'The Life of a Dyer', domain: 'books.example' },
      `<div vocab="https://schema.org/" typeof="Book"><h1 property="name">The Life of a Dyer</h1><p>By <span property="author" typeof="Person"><span property="name">Catrin Rhys</span></span></p>
       <p>About <span property="about" typeof="Person"><span property="name">Thomas Dyer</span> (<span property="birthDate">1790</span>–<span property="deathDate">1851</span>)</span></p>
       <div property="review" typeof="Review"><span property="author" typeof="Person"><span property="name">Happy Reader</span></span></div></div>`,
    ),
    expected: [{ fullName: 'Catrin Rhys' }],
  },
  {
    about: 'wild: a personal site with an h-card, a note, and posts of others that it replies to',
    url: 'https://isla.example/',
    html: `<title>Isla Macrae</title><body><header class="h-card p-author"><img class="u-photo" src="data:," alt="Isla Macrae">
      <a class="p-name u-url u-uid" href="https://isla.example/" rel="me">Isla Macrae</a><p class="p-note">I make <span class="p-category">maps</span>. <span class="p-job-title">Cartographer</span> at <span class="p-org">Minch Surveys</span>, <span class="p-locality">Ullapool</span>, <span class="p-country-name">Scotland</span></p>
      <a class="u-email" href="mailto:isla@isla.example">email</a></header>
      <main class="h-feed"><article class="h-entry"><div class="u-in-reply-to h-cite">In reply to <a class="p-author h-card" href="https://rory.example/">Rory Bain</a></div><p class="e-content">Agreed.</p></article></main>`,
    expected: [
      {
        fullName: 'Isla Macrae',
        title: 'Cartographer',
        companyName: 'Minch Surveys',
        locationName: 'Ullapool, Scotland',
        email: 'isla@isla.example',
        website: 'https://isla.example/',
      },
    ],
  },
  {
    about: 'wild: hCards of a chamber of commerce, some of companies',
    url: 'https://chamber.example/board',
    html: site(
      { name: 'Chamber', title: 'Board', domain: 'chamber.example' },
      `<h1>Board</h1><div class="vcard"><div class="fn">Giulia Esposito</div><div class="title">President</div><div class="org">Esposito Marmi</div><div class="tel">+39 081 000 001</div><a class="email" href="mailto:giulia@esposito-marmi.example">giulia@esposito-marmi.example</a></div>
       <div class="vcard"><div class="fn">Hamza El Idrissi</div><div class="title">Treasurer</div><div class="org">Atlas Carpets</div><a class="email" href="mailto:hamza@atlascarpets.example">hamza@atlascarpets.example</a></div>
       <div class="vcard"><div class="fn org">Chamber of Commerce</div><div class="tel">+39 081 000 000</div></div>`,
    ),
    expected: [
      {
        fullName: 'Giulia Esposito',
        title: 'President',
        companyName: 'Esposito Marmi',
        phone: '+39 081 000 001',
        email: 'giulia@esposito-marmi.example',
      },
      {
        fullName: 'Hamza El Idrissi',
        title: 'Treasurer',
        companyName: 'Atlas Carpets',
        email: 'hamza@atlascarpets.example',
      },
    ],
  },
  {
    about: 'wild: the portfolio of a photographer with an Open Graph profile',
    url: 'https://folio.example/yusra',
    html: site(
      {
        name: 'Folio',
        title: 'Yusra Al-Masri | Photographer on Folio',
        domain: 'folio.example',
        head: '<meta property="og:type" content="profile"><meta property="og:title" content="Yusra Al-Masri"><meta property="profile:first_name" content="Yusra"><meta property="profile:last_name" content="Al-Masri"><meta property="profile:username" content="yusra">',
      },
      '<h1>Yusra Al-Masri</h1><p>Photographer</p><a href="https://www.linkedin.com/in/yusra-al-masri-example">LinkedIn</a>',
    ),
    expected: [
      {
        firstName: 'Yusra',
        lastName: 'Al-Masri',
        linkedinUrl: 'https://www.linkedin.com/in/yusra-al-masri-example',
      },
    ],
  },
];
