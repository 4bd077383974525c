import { z } from 'zod';
import { endpoint, manageLine, noQuery, offersDryRun, writeNotes } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, id, ref, text } from '../fields.ts';
import { importQuota, leadResult, leadSchema, offersOnMatch } from '../leads.ts';
import { prospect, prospectExample } from '../prospects.ts';

const oneProspect = z.object({ prospectId: ref('prospect').describe('The prospect.') });

export const getProspect = endpoint({
  ...manageLine,
  id: 'getProspect',
  method: 'GET',
  path: '/prospects/{prospectId}',
  params: oneProspect,
  summary: 'Read one prospect',
  description: 'Everything that is known about one person.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ prospect }),
  examples: [
    {
      summary: 'Someone who was met at a fair',
      params: { prospectId: exampleIds.amara },
      data: { prospect: prospectExample },
    },
  ],
});

const { index: _index, issues: _issues, ...result } = leadResult.shape;

export const postProspects = endpoint({
  ...manageLine,
  id: 'postProspects',
  method: 'POST',
  path: '/prospects',
  summary: 'Add one person by hand',
  description:
    'Adds one person, or updates them if they are already there, by the same rules and from the ' +
    'same monthly quota as POST /leads with one lead. New people have the source `manual`. ' +
    'Whatever becomes of them is a 200: `status` says it, and for someone already known ' +
    '`matchedBy` says how they were recognised and `changed` which fields. To ask before a known ' +
    'person is changed, send it with `dryRun` first.',
  role: 'member',
  query: noQuery,
  body: leadSchema.safeExtend({
    listName: text(200).optional().describe('Puts them on this list, made if it is new.'),
    listId: ref('list').optional().describe('Puts them on this existing list.'),
    ...offersOnMatch,
    ...offersDryRun,
  }),
  data: z.strictObject({
    ...result,
    prospect: prospect
      .nullable()
      .describe('The person as they are now. Null when nobody was taken, and in a dry run.'),
    quota: importQuota,
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'Someone who is already known, with a new title',
      body: {
        email: 'amara.okafor@saltmarsh.example',
        title: 'Head of Procurement',
        listName: 'Trade fair 2026',
      },
      data: {
        status: 'updated',
        prospectId: exampleIds.amara,
        matchedBy: 'email',
        changed: ['title'],
        prospect: prospectExample,
        quota: { monthlyImports: 2500, remaining: 2383, resetsAt: '2026-04-01T00:00:00.000Z' },
      },
    },
    {
      summary: 'Someone whose address and page belong to two records',
      body: {
        email: 'amara.okafor@saltmarsh.example',
        linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-example',
      },
      data: {
        status: 'failed',
        reason: 'identity_conflict',
        conflictIds: [exampleIds.henrik, exampleIds.amara],
        prospect: null,
        quota: { monthlyImports: 2500, remaining: 2383, resetsAt: '2026-04-01T00:00:00.000Z' },
      },
    },
  ],
});

const { shape: lead } = leadSchema;

export const patchProspect = endpoint({
  ...manageLine,
  id: 'patchProspect',
  method: 'PATCH',
  path: '/prospects/{prospectId}',
  params: oneProspect,
  summary: 'Correct one person',
  description:
    'Changes the fields that are sent: null clears one, and one that is left out, or empty, stays. ' +
    'A full name sent alone replaces the first and last name too, and a first or last name makes ' +
    'the full name anew. Unlike an import, an edit may change an e-mail address or LinkedIn page; ' +
    'one that another prospect has is a 422 that names that prospect. A name, a LinkedIn page or ' +
    'an e-mail address must remain. Stages are moved by POST /bulk.\n\n' +
    'Whoever is marked do-not-contact stays so under a new address, and a new address that is ' +
    'remembered as not to be contacted marks its person.',
  role: 'member',
  query: noQuery,
  body: z.object({
    fullName: lead.fullName.nullable(),
    firstName: lead.firstName.nullable(),
    lastName: lead.lastName.nullable(),
    title: lead.title.nullable(),
    companyName: lead.companyName.nullable(),
    linkedinUrl: lead.linkedinUrl.nullable(),
    website: lead.website.nullable(),
    email: lead.email.nullable(),
    phone: lead.phone.nullable(),
    locationName: lead.locationName.nullable(),
    ifUpdatedAt: z.iso
      .datetime({ precision: 3, error: 'must be an updatedAt such as 2026-03-02T09:20:11.482Z' })
      .optional()
      .describe(
        'The `updatedAt` of the record that was edited. If it has changed since, the edit is a ' +
          '422 on this field and changes nothing. Left out, the last edit wins.',
      ),
  }),
  nullClears: true,
  data: z.strictObject({ prospect, ...writeNotes }),
  examples: [
    {
      summary: 'A new title and address, and a phone number that was wrong',
      params: { prospectId: exampleIds.amara },
      body: {
        title: 'Chief Procurement Officer',
        email: 'amara@saltmarsh.example',
        phone: null,
      },
      data: {
        prospect: {
          ...prospectExample,
          title: 'Chief Procurement Officer',
          email: 'amara@saltmarsh.example',
          updatedAt: '2026-03-05T14:02:38.204Z',
        },
      },
    },
  ],
});

export const postProspectsMerge = endpoint({
  ...manageLine,
  id: 'postProspectsMerge',
  method: 'POST',
  path: '/prospects/merge',
  summary: 'Make one person of two records',
  description:
    'Keeps one of two records of the same person and deletes the other. What the kept one knows ' +
    'stays; its blanks are filled from the other, e-mail address, LinkedIn page, first line and ' +
    'research included. It joins the lists, tags and campaigns of the other, takes over its ' +
    'conversations and its timeline, and keeps its own stage. If either is marked do-not-contact, ' +
    'the kept one is, and all that both were known by is remembered so.\n\n' +
    'Receivers of events are told what they need to follow: `prospect.updated` and ' +
    '`prospect.suppressed` for the kept record where it changed; `list.member_added`, ' +
    '`prospect.tagged` and `campaign.enrolled` for each place that it was not in; and ' +
    '`prospect.deleted` for the other.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      keepId: ref('prospect').describe('The record that stays.'),
      mergeId: ref('prospect').describe('The record that goes.'),
      ...offersDryRun,
    })
    .refine(({ keepId, mergeId }) => keepId !== mergeId, {
      error: 'must be another prospect than keepId',
      path: ['mergeId'],
      ...besideOtherProblems,
    }),
  data: z.strictObject({
    prospect: prospect.describe('The kept record as it is now.'),
    mergedId: id().describe('The record that is gone.'),
    ignored: z
      .array(z.enum(['email', 'linkedinUrl']))
      .describe('What the other was known by and the kept one is not, having its own.'),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'The same person by address and by page',
      body: { keepId: exampleIds.amara, mergeId: exampleIds.henrik },
      data: { prospect: prospectExample, mergedId: exampleIds.henrik, ignored: [] },
    },
  ],
});
