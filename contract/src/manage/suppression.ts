import { z } from 'zod';
import {
  batchBodyBytes,
  endpoint,
  manageLine,
  noQuery,
  offersDryRun,
  writeNotes,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, count, id, text } from '../fields.ts';
import { isEmail, linkedinKey } from '../identity.ts';

/** Why an address is not written to. */
const addressFacts = ['unsubscribed', 'complained', 'bounced'] as const;
export type AddressFact = (typeof addressFacts)[number];
const fact = z.enum(addressFacts);

const email = text(320).refine(isEmail, 'must be an e-mail address');
const profile = text(2048).refine(
  (value) => linkedinKey(value) !== null,
  'must be the LinkedIn profile of one person, such as linkedin.com/in/name',
);

const addresses = {
  emails: z.array(email).min(1).max(500).optional().describe('E-mail addresses.'),
  linkedinUrls: z.array(profile).min(1).max(500).optional().describe('LinkedIn profiles.'),
};
const someGiven = ({ emails, linkedinUrls }: { emails?: unknown; linkedinUrls?: unknown }) =>
  emails !== undefined || linkedinUrls !== undefined;
const orElse = {
  error: 'is required, unless linkedinUrls is given',
  path: ['emails'],
  ...besideOtherProblems,
};

const change = z.object({ ...addresses, ...offersDryRun }).refine(someGiven, orElse);
const changed = z.strictObject({
  requested: count().describe('Distinct addresses sent: affected + unchanged.'),
  affected: count(),
  unchanged: count().describe('Addresses that already were as asked.'),
  prospectIds: z.array(id()).describe('The prospects whose mark changed.'),
  ...writeNotes,
});

const about = { ...manageLine, method: 'POST', role: 'member', query: noQuery } as const;

const asked = {
  emails: ['amara.okafor@saltmarsh.example', 'press@nordlys.example'],
  linkedinUrls: ['https://www.linkedin.com/in/henrik-lund-example'],
};

export const postSuppression = endpoint({
  ...about,
  id: 'postSuppression',
  path: '/suppression',
  summary: 'Mark addresses do-not-contact',
  description:
    'Whoever has one of these addresses is marked do-not-contact, now or when they are imported ' +
    'later. Addresses are kept as keyed hashes, so they cannot be listed, only asked for.',
  maxBodyBytes: batchBodyBytes,
  body: change,
  data: changed,
  examples: [
    {
      summary: 'One known person, one stranger, one marked before',
      body: asked,
      data: { requested: 3, affected: 2, unchanged: 1, prospectIds: [exampleIds.amara] },
    },
  ],
});

export const postSuppressionRemove = endpoint({
  ...about,
  id: 'postSuppressionRemove',
  path: '/suppression/remove',
  summary: 'Lift do-not-contact from addresses',
  description:
    'Forgets the addresses and lifts the mark of whoever has one, for all their addresses. What ' +
    'the owner of an address has said stays: see POST /suppression/lift.',
  maxBodyBytes: batchBodyBytes,
  body: change,
  data: changed,
  examples: [
    {
      summary: 'A mistake taken back',
      body: { emails: asked.emails.slice(0, 1) },
      data: { requested: 1, affected: 1, unchanged: 0, prospectIds: [exampleIds.amara] },
    },
  ],
});

export const postSuppressionCheck = endpoint({
  ...about,
  id: 'postSuppressionCheck',
  path: '/suppression/check',
  summary: 'Ask whether addresses may be contacted',
  description: 'Tells what stands against each address, and who has it. Changes nothing.',
  maxBodyBytes: batchBodyBytes,
  body: z.object(addresses).refine(someGiven, orElse),
  data: z.strictObject({
    results: z
      .array(
        z.strictObject({
          value: z.string().describe('The address as it was sent.'),
          suppressed: z.boolean().describe('Marked do-not-contact.'),
          facts: z
            .array(fact)
            .describe('What happened to an e-mail address, whoever has it: it is not written to.'),
          prospectId: id().optional().describe('The prospect who has it.'),
        }),
      )
      .describe('One for each address, in the order sent; e-mail addresses first.'),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'A known person and a stranger',
      body: asked,
      data: {
        results: [
          {
            value: asked.emails[0]!,
            suppressed: true,
            facts: [],
            prospectId: exampleIds.amara,
          },
          { value: asked.emails[1]!, suppressed: false, facts: ['bounced'] },
          { value: asked.linkedinUrls[0]!, suppressed: false, facts: [] },
        ],
      },
    },
  ],
});

export const postSuppressionLift = endpoint({
  ...about,
  id: 'postSuppressionLift',
  path: '/suppression/lift',
  summary: 'Lift what stands against an address',
  description:
    'An unsubscribe, a complaint or a hard bounce belongs to the address and outlasts the ' +
    'do-not-contact mark. It is lifted for a reason, which the audit log keeps.',
  role: 'admin',
  body: z.object({
    email: email.describe('The address.'),
    kind: fact.describe('What is to be lifted.'),
    reason: text(500).describe('Why it may be written to again.'),
  }),
  data: z.strictObject({
    lifted: z.boolean().describe('False when nothing of this kind stood against the address.'),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'They asked to hear from us again',
      body: {
        email: asked.emails[0]!,
        kind: 'unsubscribed',
        reason: 'Asked by telephone to get our letters again.',
      },
      data: { lifted: true },
    },
  ],
});
