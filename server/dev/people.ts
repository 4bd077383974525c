import type { Lead } from '@outcrop/contract';

const names = [
  ['Amara', 'Okafor'],
  ['Henrik', 'Lund'],
  ['Zoë', 'Beaumont'],
  ['Mateus', 'Carvalho'],
  ['Priya', 'Raman'],
  ['Łukasz', 'Nowicki'],
  ['Анна', 'Соколова'],
  ['李', '伟'],
  ['Fatima', 'Zahra'],
  ['Giorgos', 'Παπαδάκης'],
  ['Noor', 'Haddad'],
  ['Sofía', 'Núñez'],
  ['Kofi', 'Mensah'],
  ['Yuki', '田中'],
  ['Aoife', 'Byrne'],
  ['Jens', 'Møller'],
  ['Camila', 'Rojas'],
  ['Tariq', 'Aziz'],
  ['Elif', 'Yıldız'],
  ['Pieter', 'van Dijk'],
] as const;
const companies = [
  ['Saltmarsh Foods', 'saltmarsh', 'Lagos'],
  ['Nordlys Energi', 'nordlys', 'Tromsø'],
  ['Atelier Brume', 'brume', 'Lyon'],
  ['Pedra Branca', 'pedrabranca', 'Porto'],
  ['Kestrel Robotics', 'kestrel', 'Chennai'],
  ['Zielona Linia', 'zielona', 'Gdańsk'],
] as const;
const titles = [
  'Head of Procurement',
  'Operations Lead',
  'Chief Engineer',
  'Buyer',
  'Plant Manager',
  'Founder',
] as const;

const at = <T>(items: readonly T[], n: number): T => items[n % items.length]!;

/** Invented people at invented companies, always the same ones for the same range. */
export const fictionalPeople = (from: number, count: number): Lead[] =>
  Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const [firstName, lastName] = at(names, n);
    const [companyName, domain, locationName] = at(companies, Math.floor(n / 3));
    return {
      firstName,
      lastName,
      title: at(titles, n + Math.floor(n / 7)),
      companyName,
      locationName,
      website: `https://${domain}.example`,
      ...(n % 5 !== 4 && { email: `person${n}@${domain}.example` }),
      ...(n % 3 !== 1 && { linkedinUrl: `https://www.linkedin.com/in/outcrop-example-${n}` }),
      ...(n % 4 === 0 && { phone: `+1 202 555 ${String(100 + (n % 100)).padStart(4, '0')}` }),
    };
  });
