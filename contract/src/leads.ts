import { z } from 'zod';
import { batchBodyBytes, endpoint, noQuery, offersDryRun, writeNotes } from './endpoint.ts';
import { remarkSchema } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import { besideOtherProblems, count, id, ref, text, timestamp } from './fields.ts';
import { isEmail, linkedinUrl } from './identity.ts';

/** Where a caller of the API may say that its leads come from. */
export const sourceTypes = [
  'extension',
  'extension_profile',
  'extension_search',
  'extension_comments',
] as const;

export const leadSchema = z
  .object({
    fullName: text(300).optional(),
    firstName: text(300).optional(),
    lastName: text(300).optional(),
    title: text(300).optional(),
    companyName: text(300).optional(),
    linkedinUrl: text(2048)
      .refine((value) => linkedinUrl(value) !== null, 'must be a web address')
      .optional()
      .describe(
        'The person’s LinkedIn profile, by which they are recognized. A missing scheme becomes ' +
          'https. Any other page is kept, but identifies nobody: `warnings` names it.',
      ),
    website: text(2048).optional(),
    email: text(320).refine(isEmail, 'must be an e-mail address').optional(),
    phone: text(50).optional(),
    locationName: text(300).optional(),
  })
  .refine(
    (lead) =>
      [lead.fullName, lead.firstName, lead.lastName, lead.linkedinUrl, lead.email].some(
        (value) => value !== undefined,
      ),
    { error: 'needs a name, a linkedinUrl or an email', ...besideOtherProblems },
  )
  .meta({
    id: 'Lead',
    description: 'A person to add. It needs a name, a `linkedinUrl` or an `email`.',
  });
export type Lead = z.output<typeof leadSchema>;

export type LeadField = keyof Lead;
export const leadFields = Object.keys(leadSchema.shape) as [LeadField, ...LeadField[]];

/** Spread into the body of every request that adds people. */
export const offersOnMatch = {
  onMatch: z
    .enum(['overwrite', 'fill'])
    .default('overwrite')
    .describe(
      'What happens to a person who is already known: the fields that are sent replace the stored ' +
        'ones, or only fill those that are blank.',
    ),
};
export type OnMatch = 'overwrite' | 'fill';

/** The month's import allowance after the request. */
export const importQuota = z.strictObject({
  monthlyImports: count(),
  remaining: count(),
  resetsAt: timestamp().describe('When the next month’s allowance begins.'),
});

export const leadResult = z
  .strictObject({
    index: count().describe('The lead’s place in the request, from 0.'),
    status: z.enum(['inserted', 'updated', 'skipped', 'failed', 'quota_blocked']),
    prospectId: id().optional(),
    matchedBy: z
      .enum(['linkedin', 'email', 'name'])
      .optional()
      .describe('How an existing person was recognised.'),
    reason: z
      .enum(['unchanged', 'repeated', 'identity_conflict', 'invalid', 'quota_exceeded'])
      .optional()
      .describe('Why the lead was skipped, failed or blocked.'),
    changed: z
      .array(z.enum(leadFields))
      .optional()
      .describe('The fields of a known person that read differently now.'),
    doNotContact: z
      .literal(true)
      .optional()
      .describe('The person is marked do-not-contact, or was before they were deleted.'),
    conflictIds: z
      .array(id())
      .optional()
      .describe('The two people whose e-mail and LinkedIn page this lead mixes.'),
    ignored: z
      .array(z.enum(['email', 'linkedinUrl']))
      .optional()
      .describe('Identifiers that were not taken, because the person already has another.'),
    issues: z.array(remarkSchema).optional().describe('What makes the lead invalid.'),
  })
  .meta({ id: 'LeadResult' });
export type LeadResult = z.output<typeof leadResult>;

export const postLeads = endpoint({
  id: 'postLeads',
  api: 'ext',
  method: 'POST',
  path: '/leads',
  summary: 'Add or update people',
  description:
    'Adds up to 100 people, or updates those who are already there, and can put all of them on a ' +
    'list. People are recognised by LinkedIn profile, then e-mail, then name and company. Only new ' +
    'people use the monthly import quota; those beyond it are counted in `quotaBlocked`.\n\n' +
    'Only the profile of one person identifies them. A `linkedinUrl` that is not one, such as a ' +
    'company, a search or a sign-in page, is kept and named in `warnings` with the code ' +
    '`not_a_profile`; the lead is matched by its other fields.',
  role: 'member',
  perMinute: 60,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    leads: z.array(leadSchema).min(1).max(100),
    listName: text(200).optional().describe('Puts everyone on this list, made if it is new.'),
    listId: ref('list').optional().describe('Puts everyone on this existing list.'),
    sourceType: z
      .enum(sourceTypes)
      .default('extension')
      .describe('Where new people come from; it does not change on people already known.'),
    ...offersOnMatch,
    onInvalid: z
      .enum(['fail', 'skip'])
      .default('fail')
      .describe('Whether an invalid lead refuses the request or only fails itself.'),
    ...offersDryRun,
  }),
  data: z.strictObject({
    received: count(),
    processed: count().describe('inserted + updated + skipped'),
    inserted: count(),
    updated: count().describe('Known people in whom something changed or who joined the list.'),
    skipped: count().describe('Nothing changed, or a repeat of an earlier lead.'),
    failed: count(),
    quotaBlocked: count(),
    listId: id().nullable().describe('The list used; null when none was asked for or kept.'),
    prospectIds: z.array(id()).describe('New and known people, each once, in the order sent.'),
    quota: importQuota,
    results: z.array(leadResult).describe('One for each lead, in the order sent.'),
    ...writeNotes,
  }),
  skippableRows: 'leads',
  alsoAnswers: [],
  examples: [
    {
      summary: 'One new person and one already known, onto a list',
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
  built: true,
});
