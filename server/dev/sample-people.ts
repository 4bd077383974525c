import type { Lead } from '@outcrop/contract';

const regions = [
  {
    first: ['Amara', 'Chidi', 'Ngozi', 'Tunde', 'Ifeoma', 'Kelechi', 'Adaeze', 'Emeka', 'Yemi'],
    last: ['Okafor', 'Adeyemi', 'Balogun', 'Eze', 'Nwosu', 'Okoye', 'Bello', 'Obi'],
    companies: ['Saltmarsh Foods|saltmarsh|Lagos', 'Kano Cold Storage|kanocold|Kano'],
  },
  {
    first: ['Henrik', 'Ingrid', 'Jens', 'Solveig', 'Lars', 'Astrid', 'Søren', 'Maja', 'Erik'],
    last: ['Lund', 'Møller', 'Berg', 'Dahl', 'Nygaard', 'Solberg', 'Holm', 'Vik'],
    companies: ['Nordlys Energi|nordlys|Tromsø', 'Havn Fisk|havnfisk|Bergen'],
  },
  {
    first: ['Zoë', 'Julien', 'Camille', 'Mathieu', 'Élodie', 'Antoine', 'Manon', 'Luc', 'Anaïs'],
    last: ['Beaumont', 'Lefèvre', 'Moreau', 'Garnier', 'Roussel', 'Fontaine', 'Morel', 'Perrin'],
    companies: ['Atelier Brume|brume|Lyon', 'Laiterie du Vercors|vercors|Grenoble'],
  },
  {
    first: ['Mateus', 'Beatriz', 'Rafael', 'Joana', 'Tiago', 'Sofia', 'Gonçalo', 'Marta', 'Rui'],
    last: ['Carvalho', 'Ferreira', 'Sousa', 'Almeida', 'Ribeiro', 'Pinto', 'Teixeira', 'Rocha'],
    companies: ['Pedra Branca|pedrabranca|Porto', 'Conservas Ria|conservasria|Aveiro'],
  },
  {
    first: ['Priya', 'Arjun', 'Kavya', 'Rohan', 'Meera', 'Vikram', 'Ananya', 'Sanjay', 'Divya'],
    last: ['Raman', 'Iyer', 'Menon', 'Reddy', 'Nair', 'Krishnan', 'Pillai', 'Rao'],
    companies: ['Kestrel Robotics|kestrel|Chennai', 'Deccan Pharma|deccanpharma|Hyderabad'],
  },
  {
    first: ['Łukasz', 'Agnieszka', 'Piotr', 'Zofia', 'Tomasz', 'Hanna', 'Marek', 'Ewa', 'Jakub'],
    last: ['Nowicki', 'Wójcik', 'Kowalczyk', 'Mazur', 'Krawczyk', 'Dudek', 'Pawlak', 'Baran'],
    companies: ['Zielona Linia|zielonalinia|Gdańsk', 'Wisła Packaging|wislapack|Kraków'],
  },
  {
    first: ['Hannah', 'Oliver', 'Grace', 'Samuel', 'Chloe', 'Marcus', 'Naomi', 'Ethan', 'Ruth'],
    last: ['Whitfield', 'Brooks', 'Carver', 'Ellison', 'Hayes', 'Mercer', 'Sullivan', 'Tate'],
    companies: ['Larkfield Dairy|larkfield|Madison', 'Bridger Freight|bridger|Denver'],
  },
  {
    first: ['Ken', 'Aoi', 'Ren', 'Hina', 'Sho', 'Yui', 'Itsuki', 'Misaki', 'Daisuke'],
    last: ['Tanaka', 'Sato', 'Suzuki', 'Takahashi', 'Ito', 'Watanabe', 'Yamamoto', 'Nakamura'],
    companies: ['港冷蔵|minato-reizo|Yokohama', 'Hokkai Seafoods|hokkai|Sapporo'],
  },
] as const;

const titles = [
  'Head of Procurement',
  'Operations Manager',
  'Chief Engineer',
  'Quality Manager',
  'Plant Manager',
  'Supply Chain Director',
  'Founder',
] as const;

const itemAt = <T>(items: readonly T[], n: number): T => items[n % items.length]!;

/** A name as it is written in an email address. */
const asciiOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** Invented people at invented companies. The same range always gives the same people. */
export const samplePeople = (from: number, count: number): Lead[] =>
  Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const { first, last, companies } = itemAt<(typeof regions)[number]>(regions, n);
    const turn = Math.floor(n / regions.length);
    // 9 first names and 8 last names have no common factor: 72 different people in each region.
    const [firstName, lastName] = [itemAt<string>(first, turn), itemAt<string>(last, turn)];
    const [companyName = '', domain, locationName = ''] = itemAt<string>(companies, turn).split(
      '|',
    );
    const [given, family] = [asciiOf(firstName), asciiOf(lastName)];
    return {
      firstName,
      lastName,
      title: itemAt(titles, n + Math.floor(n / 7)),
      companyName,
      locationName,
      website: `https://${domain}.example`,
      ...(n % 5 !== 4 && { email: `${given}.${family}@${domain}.example` }),
      ...(n % 3 !== 1 && {
        linkedinUrl: `https://www.linkedin.com/in/${given}-${family}-${1000 + n}`,
      }),
      ...(n % 4 === 0 && { phone: `+1 202 555 ${String(100 + (n % 100)).padStart(4, '0')}` }),
    };
  });
