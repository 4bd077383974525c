import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, count, id, text } from '../fields.ts';
import { isEmail, linkedinKey } from '../identity.ts';

const addressFacts = ['unsubscribed', 'complained', 'bounced'] as const;
export type AddressFact = (typeof addressFacts)[number];
const fact = z.enum(addressFacts);

const email = text(320).refine(isEmail, 'must be a valid email address');
const profile = text(2048).refine(
  (value) => linkedinKey(value) !== null,
  'must be a personal LinkedIn profile, such as linkedin.com/in/name',
);

const addresses = {
  emails: z.array(email).min(1).max(500).optional().describe('Email addresses.'),
  linkedinUrls: z.array(profile).min(1).max(500).optional().describe('LinkedIn profiles.'),
};
const hasAddress = ({ emails, linkedinUrls }: { emails?: unknown; linkedinUrls?: unknown }) =>
  emails !== undefined || linkedinUrls !== undefined;
const missingAddressIssue = {
  error: 'is required unless linkedinUrls is given',
  path: ['emails'],
  ...checkEvenIfInvalid,
};

const changeBody = z
  .object({ ...addresses, ...dryRunField })
  .refine(hasAddress, missingAddressIssue);
const changeData = z.strictObject({
  requested: count().describe('Distinct addresses sent: affected + unchanged.'),
  affected: count(),
  unchanged: count().describe('Addresses that already had the requested state.'),
  prospectIds: z.array(id()).describe('Prospects whose mark changed.'),
  ...writeResultFields,
});

const defaults = { ...manageDefaults, method: 'POST', role: 'member', query: noQuery } as const;

const addressesExample = {
  emails: ['amara.okafor@saltmarsh.example', 'press@nordlys.example'],
  linkedinUrls: ['https://www.linkedin.com/in/henrik-lund-example'],
};

export const postSuppression = defineEndpoint({
  ...defaults,
  id: 'postSuppression',
  path: '/suppression',
  topic: 'Do not contact',
  summary: 'Mark addresses as do not contact',
  description:
    'Prospects with one of these addresses are marked as do not contact, now and when ' +
    'they are imported later. Addresses are stored as keyed hashes, so they can be ' +
    'checked but not listed.',
  maxBodyBytes: batchBodyBytes,
  body: changeBody,
  data: changeData,
  examples: [
    {
      summary: 'One prospect, one unknown address, one already marked',
      body: addressesExample,
      data: { requested: 3, affected: 2, unchanged: 1, prospectIds: [exampleIds.amara] },
    },
  ],
});

export const postSuppressionRemove = defineEndpoint({
  ...defaults,
  id: 'postSuppressionRemove',
  path: '/suppression/remove',
  topic: 'Do not contact',
  summary: 'Remove addresses from do not contact',
  description:
    'Removes the addresses and the mark of prospects that have one, for all their ' +
    'addresses. Unsubscribes, complaints and bounces stay: see POST /suppression/lift.',
  maxBodyBytes: batchBodyBytes,
  body: changeBody,
  data: changeData,
  examples: [
    {
      summary: 'Undo a mistake',
      body: { emails: addressesExample.emails.slice(0, 1) },
      data: { requested: 1, affected: 1, unchanged: 0, prospectIds: [exampleIds.amara] },
    },
  ],
});

export const postSuppressionCheck = defineEndpoint({
  ...defaults,
  id: 'postSuppressionCheck',
  path: '/suppression/check',
  topic: 'Do not contact',
  summary: 'Check addresses',
  description:
    'Returns whether each address is suppressed, and the prospect that has it. Changes ' +
    'nothing.',
  maxBodyBytes: batchBodyBytes,
  body: z.object(addresses).refine(hasAddress, missingAddressIssue),
  data: z.strictObject({
    results: z
      .array(
        z.strictObject({
          value: z.string().describe('The address as sent.'),
          suppressed: z.boolean().describe('Marked as do not contact.'),
          facts: z
            .array(fact)
            .describe(
              'Unsubscribe, complaint or bounce of the email address. No messages are sent to it.',
            ),
          prospectId: id().optional().describe('The prospect that has the address.'),
        }),
      )
      .describe('One result per address, in the order sent; email addresses first.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A prospect and two unknown addresses',
      body: addressesExample,
      data: {
        results: [
          {
            value: addressesExample.emails[0]!,
            suppressed: true,
            facts: [],
            prospectId: exampleIds.amara,
          },
          { value: addressesExample.emails[1]!, suppressed: false, facts: ['bounced'] },
          { value: addressesExample.linkedinUrls[0]!, suppressed: false, facts: [] },
        ],
      },
    },
  ],
});

export const postSuppressionLift = defineEndpoint({
  ...defaults,
  id: 'postSuppressionLift',
  path: '/suppression/lift',
  topic: 'Do not contact',
  summary: 'Remove an unsubscribe, complaint or bounce',
  description:
    'Unsubscribes, complaints and hard bounces belong to the address and stay when the ' +
    'do-not-contact mark is removed. Removing one requires a reason, which is stored in ' +
    'the audit log.',
  role: 'admin',
  body: z.object({
    email: email.describe('Email address.'),
    kind: fact.describe('What to remove.'),
    reason: text(500).describe('Why the address may be contacted again.'),
  }),
  data: z.strictObject({
    lifted: z.boolean().describe('False if the address had no such entry.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A contact who resubscribed',
      body: {
        email: addressesExample.emails[0]!,
        kind: 'unsubscribed',
        reason: 'Asked by telephone to get our letters again.',
      },
      data: { lifted: true },
    },
  ],
});
