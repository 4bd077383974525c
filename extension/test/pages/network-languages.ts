import type { Lead } from '@outcrop/contract';
import { type Fixture, jsonLd, schema } from './fixture.ts';

/** What pages of a professional network say in each language around the same people. */
const languages = {
  English: {
    lang: 'en',
    join: 'Join LinkedIn',
    joinToSee: 'Sign in to see Amara’s full profile',
    signIn: 'Sign in',
    password: 'Password',
    member: 'LinkedIn Member',
    viewProfile: 'View Amara Okafor’s profile',
    degree: '2nd degree connection',
    shortDegree: '2nd',
    connect: 'Connect',
    message: 'Message',
    follow: 'Follow',
    like: 'Like',
    reply: 'Reply',
    author: 'Author',
    ago: '3h',
    followers: '12,345 followers',
    connections: '500+ connections',
    contactInfo: 'Contact info',
    about: 'About',
    employees: 'People who work here',
    alsoViewed: 'People also viewed',
    jobs: 'Jobs',
    premium: 'Premium',
    title: 'Head of Procurement',
    otherTitle: 'Buyer at Tejo',
    mutual: 'is a mutual connection',
    current: 'Current company: Saltmarsh Foods',
  },
  German: {
    lang: 'de',
    join: 'Mitglied werden',
    joinToSee: 'Einloggen, um das vollständige Profil von Amara zu sehen',
    signIn: 'Einloggen',
    password: 'Passwort',
    member: 'LinkedIn Mitglied',
    viewProfile: 'Profil von Amara Okafor ansehen',
    degree: 'Kontakt 2. Grades',
    shortDegree: '2.',
    connect: 'Vernetzen',
    message: 'Nachricht',
    follow: 'Folgen',
    like: 'Gefällt mir',
    reply: 'Antworten',
    author: 'Verfasser:in',
    ago: '3 Std.',
    followers: '12.345 Follower:innen',
    connections: '500+ Kontakte',
    contactInfo: 'Kontaktinfo',
    about: 'Info',
    employees: 'Beschäftigte von Saltmarsh Foods',
    alsoViewed: 'Andere sahen sich auch an',
    jobs: 'Stellenanzeigen',
    premium: 'Premium',
    title: 'Leiterin Einkauf',
    otherTitle: 'Einkäufer bei Tejo',
    mutual: 'ist ein gemeinsamer Kontakt',
    current: 'Aktuelles Unternehmen: Saltmarsh Foods',
  },
  French: {
    lang: 'fr',
    join: 'Inscrivez-vous sur LinkedIn',
    joinToSee: 'Identifiez-vous pour voir le profil complet d’Amara',
    signIn: 'S’identifier',
    password: 'Mot de passe',
    member: 'Utilisateur LinkedIn',
    viewProfile: 'Voir le profil de Amara Okafor',
    degree: 'Relation de 2e niveau',
    shortDegree: '2e',
    connect: 'Se connecter',
    message: 'Message',
    follow: 'Suivre',
    like: 'J’aime',
    reply: 'Répondre',
    author: 'Auteur',
    ago: '3 h',
    followers: '12 345 abonnés',
    connections: '500 relations ou plus',
    contactInfo: 'Coordonnées',
    about: 'Infos',
    employees: 'Personnes travaillant ici',
    alsoViewed: 'Autres pages consultées',
    jobs: 'Offres d’emploi',
    premium: 'Premium',
    title: 'Directrice des achats',
    otherTitle: 'Acheteur chez Tejo',
    mutual: 'fait partie de vos relations en commun',
    current: 'Entreprise actuelle : Saltmarsh Foods',
  },
} as const;

type Words = (typeof languages)[keyof typeof languages];

const amara = 'https://www.linkedin.com/in/amara-okafor-example';
const joao = 'https://www.linkedin.com/in/joao-brito-example';

const frame = (words: Words, main: string, head = '') =>
  `<html lang="${words.lang}"><head><title>(3) LinkedIn</title>${head}</head><body>
   <header><nav><ul><li><a href="/feed/">Home</a></li><li><a href="https://www.linkedin.com/in/me-myself-example/"><img alt="Me Myself" src="data:,"></a></li></ul></nav></header>
   <main>${main}</main><aside><h2>${words.alsoViewed}</h2><ul><li><a href="/in/bystander-example/"><span aria-hidden="true">By Stander</span><span class="hidden">${words.viewProfile}</span></a><p>Bystander at Large</p><button>${words.follow}</button></li></ul></aside></body></html>`;

const wall = (words: Words) =>
  frame(
    words,
    `<section><h1>${words.join}</h1><form><input name="email-or-phone"><label>${words.password}<input type="password"></label><button>${words.join}</button></form>
     <a href="/login">${words.signIn}</a></section>`,
  );

/** A wall in front of a profile that names its owner. */
const teaser = (words: Words) =>
  frame(
    words,
    `<section role="dialog" aria-modal="true"><img alt="Amara Okafor" src="data:,"><h2>${words.joinToSee}</h2><form><input type="email"><input type="password"><button>${words.signIn}</button></form></section>`,
  );

const company = (words: Words) =>
  frame(
    words,
    `<section><h1>Saltmarsh Foods</h1><p>Food · Bristol · ${words.followers}</p><a href="https://saltmarsh.example/">Web</a><button>${words.follow}</button></section>
     <section><h2>${words.about}</h2><p>We grow samphire.</p><a href="tel:+441170000000">+44 117 000 0000</a></section>
     <section><h2>${words.employees}</h2><ul><li><a href="/in/amara-okafor-example"><h3>Amara Okafor</h3></a><p>${words.title}</p><button>${words.connect}</button></li>
     <li><a href="/in/joao-brito-example"><h3>João Brito</h3></a><p>${words.otherTitle}</p></li></ul></section>`,
    jsonLd({
      ...schema,
      '@type': 'Organization',
      name: 'Saltmarsh Foods',
      sameAs: 'https://saltmarsh.example/',
    }),
  );

const job = (words: Words) =>
  frame(
    words,
    `<section><h1>${words.title}</h1><a href="/company/saltmarsh/">Saltmarsh Foods</a></section><section><a href="/in/amara-okafor-example/"><strong>Amara Okafor</strong></a><p>${words.title}</p><button>${words.message}</button></section>`,
  );

const comment = (words: Words, slug: string, name: string, title: string, text: string) =>
  `<article><div><a href="https://www.linkedin.com/in/${slug}?x=1" aria-label="${words.viewProfile}"><img alt="" src="data:,"></a>
   <a href="https://www.linkedin.com/in/${slug}?x=1"><h3><span><span aria-hidden="true">${name}</span><span class="hidden">${words.premium}</span></span><span> • ${words.shortDegree}</span></h3><div>${title}</div></a><time>${words.ago}</time></div>
   <section><p>${text}</p></section><div><button>${words.like}</button><button>${words.reply}</button></div></article>`;

const post = (words: Words) =>
  frame(
    words,
    `<div role="article"><div><a href="https://www.linkedin.com/company/saltmarsh/posts"><span>Saltmarsh Foods</span></a><span>${words.followers}</span><span>${words.ago}</span></div><p>Harvest has begun, thanks to <a href="/in/mentioned-example/">Men Tioned</a>.</p>
     <button>${words.like}</button>
     <div>${comment(words, 'amara-okafor-example', 'Amara Okafor', words.title, 'Bravo <a href="/in/mentioned-example/">Men Tioned</a>!')}
     <article><div><a href="/company/rival/"><h3>Rival Foods</h3></a><div>${words.followers}</div></div><p>Hm</p></article>
     <article><div><h3>${words.member}</h3><div>${words.otherTitle}</div></div><p>!</p></article>
     ${comment(words, 'joao-brito-example', 'João Brito', words.otherTitle, '👏')}</div></div>`,
  );

const profile = (words: Words) =>
  frame(
    words,
    `<section><button aria-label="Amara Okafor"><img alt="" src="data:,"></button><div><a href="/in/amara-okafor-example/overlay/about-this-profile/"><h1>Amara Okafor</h1></a><span><span class="hidden">${words.degree}</span><span aria-hidden="true">· ${words.shortDegree}</span></span></div>
     <div>${words.title}</div><ul><li><button aria-label="${words.current}"><a href="https://www.linkedin.com/company/saltmarsh/"><span>Saltmarsh Foods</span></a></button></li></ul>
     <div><span>Bristol</span><a href="/in/amara-okafor-example/overlay/contact-info/">${words.contactInfo}</a></div><p>${words.followers} · ${words.connections}</p><p><a href="/in/joao-brito-example">João Brito</a> ${words.mutual}</p>
     <button>${words.connect}</button><button>${words.message}</button></section><section><h2>${words.about}</h2><p>…</p></section>`,
  );

const result = (words: Words, slug: string, name: string, title: string) =>
  `<li><div><a href="https://www.linkedin.com/in/${slug}?miniProfileUrn=x"><img alt="${name}" src="data:,"></a><span><a href="https://www.linkedin.com/in/${slug}?miniProfileUrn=x"><span dir="ltr"><span aria-hidden="true">${name}</span><span class="hidden">${words.viewProfile}</span></span></a><span><span aria-hidden="true">• ${words.shortDegree}</span><span class="hidden">${words.degree}</span></span></span>
   <div>${title}</div><div>Bristol</div><p><a href="/in/mutual-example">Mu Tual</a> ${words.mutual}</p><button>${words.connect}</button></div></li>`;

const member = (words: Words) =>
  `<li><div><a href="https://www.linkedin.com/search/results/people/headless?origin=x"><img alt="${words.member}" src="data:,"></a><span>${words.member}</span><div>${words.title}</div><div>Bristol</div></div></li>`;

const search = (words: Words) =>
  frame(
    words,
    `<h2>34</h2><ul>${result(words, 'amara-okafor-example', 'Amara Okafor', words.title)}${member(words)}${result(words, 'joao-brito-example', 'João Brito', words.otherTitle)}</ul>`,
  );

const members = (words: Words) => frame(words, `<ul>${member(words)}${member(words)}</ul>`);

const one = ({ title }: Words): Partial<Lead>[] => [
  { fullName: 'Amara Okafor', title, linkedinUrl: amara },
];
const both = (words: Words) => [
  ...one(words),
  { fullName: 'João Brito', title: words.otherTitle, linkedinUrl: joao },
];
const none = () => [];

/** Each kind of page: address, content, the people on it, and what the reader takes it for. */
const kinds: [
  about: string,
  url: string,
  html: (words: Words) => string,
  expected: (words: Words) => Partial<Lead>[],
  kind?: NonNullable<Fixture['kind']>,
][] = [
  ['a wall', '/authwall?sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Famara', wall, none],
  ['a wall in place of a profile', '/in/amara-okafor-example/', wall, none, 'profile'],
  ['a wall that names the owner of a profile', '/in/amara-okafor-example', teaser, none, 'profile'],
  ['the page to sign in', '/login?session_redirect=%2Fin%2Famara-okafor-example', wall, none],
  ['a company', '/company/saltmarsh/', company, none],
  ['what a company does', '/company/saltmarsh/about/', company, none],
  ['the people of a company', '/company/saltmarsh/people/', company, none],
  ['a school', '/school/saltmarsh/', company, none],
  ['a job with its recruiter', '/jobs/view/4000000000/', job, none],
  [
    'comments on a post',
    '/feed/update/urn:li:activity:7000000000000000000/',
    post,
    both,
    'comments',
  ],
  ['comments on a shared post', '/posts/saltmarsh_harvest-activity-7-abc', post, both, 'comments'],
  [
    'a profile',
    '/in/amara-okafor-example/?originalSubdomain=uk',
    profile,
    (words) => one(words).map((each) => ({ ...each, companyName: 'Saltmarsh Foods' })),
    'profile',
  ],
  ['people search', '/search/results/people/?keywords=a', search, both, 'search'],
  ['people search with hidden members only', '/search/results/people/?a', members, none, 'search'],
];

/** The same pages in three languages. */
export const networkLanguagePages: Fixture[] = kinds.flatMap(
  ([about, path, html, expected, kind]) =>
    Object.entries(languages).map(
      ([language, words]): Fixture => ({
        about: `network: ${about}, in ${language}`,
        network: true,
        url: `https://www.linkedin.com${path}`,
        html: html(words),
        expected: expected(words),
        ...(kind && { kind }),
      }),
    ),
);
