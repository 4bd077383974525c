import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  noQuery,
  writeResultFields,
} from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import {
  checkEvenIfInvalid,
  count,
  id,
  lineText,
  ref,
  text,
  textOrInteger,
  timestamp,
} from './fields.ts';
import { isEmail, linkedinUrl } from './identity.ts';

export const sourceTypes = [
  'extension',
  'extension_profile',
  'extension_search',
  'extension_comments',
] as const;

export const leadSchema = z
  .object({
    fullName: lineText(300).optional(),
    firstName: lineText(300).optional(),
    lastName: lineText(300).optional(),
    title: lineText(300).optional(),
    companyName: lineText(300).optional(),
    linkedinUrl: text(2048)
      .refine((value) => linkedinUrl(value) !== null, 'must be a URL')
      .optional()
      .describe(
        'LinkedIn profile, used for matching. A missing scheme becomes https. Any other page ' +
          'is stored but not used for matching, and named in `warnings`.',
      ),
    website: text(2048).optional(),
    email: text(320).refine(isEmail, 'must be a valid email address').optional(),
    phone: textOrInteger(50).optional().describe('An integer is stored as text.'),
    locationName: lineText(300).optional(),
  })
  .refine(
    (lead) =>
      [lead.fullName, lead.firstName, lead.lastName, lead.linkedinUrl, lead.email].some(
        (value) => value !== undefined,
      ),
    { error: 'needs a name, a linkedinUrl or an email', ...checkEvenIfInvalid },
  )
  .meta({
    id: 'Lead',
    description: 'A person to add. Requires a name, a `linkedinUrl` or an `email`.',
  });
export type Lead = z.output<typeof leadSchema>;

export type LeadField = keyof Lead;
export const leadFields = Object.keys(leadSchema.shape) as [LeadField, ...LeadField[]];

export const onMatchField = {
  onMatch: z
    .enum(['overwrite', 'fill'])
    .default('overwrite')
    .describe(
      'What to do with existing prospects: `overwrite` replaces stored fields with those ' +
        'sent, `fill` only fills blank fields.',
    ),
};
export type OnMatch = 'overwrite' | 'fill';

export const importQuota = z.strictObject({
  monthlyImports: count(),
  remaining: count(),
  resetsAt: timestamp().describe('When the monthly quota resets.'),
});

export const leadResult = z
  .strictObject({
    index: count().describe('Index of the lead in the request, starting at 0.'),
    status: z.enum(['inserted', 'updated', 'skipped', 'failed', 'quota_blocked']),
    prospectId: id().optional(),
    matchedBy: z
      .enum(['linkedin', 'email', 'name'])
      .optional()
      .describe('How an existing prospect was matched.'),
    reason: z
      .enum(['unchanged', 'repeated', 'identity_conflict', 'invalid', 'quota_exceeded'])
      .optional()
      .describe('Why the lead was skipped, failed or blocked.'),
    changed: z
      .array(z.enum(leadFields))
      .optional()
      .describe('Fields of an existing prospect that changed.'),
    doNotContact: z
      .literal(true)
      .optional()
      .describe('The prospect is suppressed, or was before it was deleted.'),
    conflictIds: z
      .array(id())
      .optional()
      .describe('The two prospects that the email and LinkedIn URL of this lead match.'),
    ignored: z
      .array(z.enum(['email', 'linkedinUrl', 'website']))
      .optional()
      .describe(
        'Fields that were not stored: an identifier because the prospect already has another, a ' +
          '`website` because it is not http or https.',
      ),
    issues: z.array(issueSchema).optional().describe('Why the lead is invalid.'),
  })
  .meta({ id: 'LeadResult' });
export type LeadResult = z.output<typeof leadResult>;

export const postLeads = defineEndpoint({
  id: 'postLeads',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/leads',
  topic: 'People',
  summary: 'Add or update prospects',
  description:
    'Adds up to 100 people, updates those that already exist, and optionally adds all of ' +
    'them to a list. People are matched by LinkedIn profile, then email, then name and ' +
    'company. Only new prospects use the monthly import quota; leads beyond it are ' +
    'counted in `quotaBlocked`.\n\nOnly a personal profile is used for matching. Any other ' +
    '`linkedinUrl`, such as a company, search or sign-in page, is stored and named in ' +
    '`warnings` with the code `not_a_profile`; the lead is matched by its other fields.',
  role: 'member',
  perMinute: 60,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    leads: z.array(leadSchema).min(1).max(100),
    listName: lineText(200)
      .optional()
      .describe('Adds all leads to this list. Created if it does not exist.'),
    listId: ref('list').optional().describe('Adds all leads to this existing list.'),
    sourceType: z
      .enum(sourceTypes)
      .default('extension')
      .describe('Source of new prospects. Existing prospects keep theirs.'),
    ...onMatchField,
    onInvalid: z
      .enum(['fail', 'skip'])
      .default('fail')
      .describe(
        'Whether an invalid lead fails the whole request (`fail`) or only itself (`skip`).',
      ),
    ...dryRunField,
  }),
  data: z.strictObject({
    received: count(),
    processed: count().describe('inserted + updated + skipped'),
    inserted: count(),
    updated: count().describe('Existing prospects with a changed field or added to the list.'),
    skipped: count().describe('Unchanged prospects, and repeats of an earlier lead.'),
    failed: count(),
    quotaBlocked: count(),
    listId: id().nullable().describe('The list used. Null if none was requested or created.'),
    prospectIds: z
      .array(id())
      .describe('New and existing prospects, without duplicates, in the order sent.'),
    quota: importQuota,
    results: z.array(leadResult).describe('One result per lead, in the order sent.'),
    ...writeResultFields,
  }),
  skippableRows: 'leads',
  extraErrors: [],
  examples: [
    {
      summary: 'One new and one existing person, added to a list',
      body: {
        leads: [
          {
            fullName: 'Amara Okafor',
            title: 'Head of Procurement',
            companyName: 'Saltmarsh Foods',
            linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-example',
            email: 'amara.okafor@saltmarsh.example',
          },
          { firstName: 'Henrik', lastName: 'Lund', email: 'henrik@nordlys.example' },
        ],
        listName: 'Trade fair 2026',
        sourceType: 'extension_search',
      },
      data: {
        received: 2,
        processed: 2,
        inserted: 1,
        updated: 1,
        skipped: 0,
        failed: 0,
        quotaBlocked: 0,
        listId: exampleIds.list,
        prospectIds: [exampleIds.amara, exampleIds.henrik],
        quota: { monthlyImports: 2500, remaining: 2383, resetsAt: '2026-04-01T00:00:00.000Z' },
        results: [
          { index: 0, status: 'inserted', prospectId: exampleIds.amara },
          {
            index: 1,
            status: 'updated',
            prospectId: exampleIds.henrik,
            matchedBy: 'email',
            changed: ['lastName', 'fullName'],
          },
        ],
      },
    },
  ],
});
