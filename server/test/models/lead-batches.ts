import { type Lead, sourceTypes } from '@outcrop/contract';
import fc from 'fast-check';

/** One request for both the service and the model. */
export interface LeadBatch {
  leads: Lead[];
  list: { by: 'name' | 'id'; name: string } | null;
  sourceType: (typeof sourceTypes)[number];
  dryRun: boolean;
}

// A few people in a few spellings, so that leads often match, repeat and conflict.
const emails = ['a@acme.example', 'A@ACME.example', 'b@acme.example', 'c@acme.example'];
const pages = [
  ...['a', 'b', 'c'].flatMap((slug) => [
    `https://www.linkedin.com/in/${slug}`,
    `linkedin.com/in/${slug.toUpperCase()}/?trk=x`,
  ]),
  'https://acme.example/team/d',
  'https://www.linkedin.com/company/acme',
];
const names: Pick<Lead, 'fullName' | 'firstName' | 'lastName'>[] = [
  { fullName: 'Ann Lee' },
  { fullName: 'ANN  LEE' },
  { fullName: 'Ann' },
  { firstName: 'Ann' },
  { lastName: 'Ann' },
  { lastName: 'Lee' },
  { firstName: 'Ann', lastName: 'Lee' },
  { fullName: 'Ann Ann', firstName: 'Ann' },
];

const optional = <T>(values: T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

const lead: fc.Arbitrary<Lead> = fc
  .record({
    name: optional(names),
    email: optional(emails),
    linkedinUrl: optional(pages),
    companyName: optional(['Acme', 'ACME', 'Nordlys']),
    title: optional(['CEO', 'CTO']),
    phone: optional(['1', '2']),
  })
  .map(({ name, ...fields }) => {
    const given = Object.entries({ ...fields, ...name }).filter(([, value]) => value !== undefined);
    const whole: Lead = Object.fromEntries(given);
    const isSomeone = name ?? fields.email ?? fields.linkedinUrl;
    return isSomeone ? whole : { ...whole, email: emails[0] };
  });

export const leadBatch: fc.Arbitrary<LeadBatch> = fc.record({
  leads: fc.array(lead, { minLength: 1, maxLength: 6 }),
  list: fc.option(
    fc.record({
      by: fc.constantFrom('name', 'id'),
      name: fc.constantFrom('Fair', 'FAIR', 'Other'),
    }),
    { freq: 3 },
  ),
  sourceType: fc.constantFrom(...sourceTypes),
  dryRun: fc.constantFrom(false, false, false, true),
});
