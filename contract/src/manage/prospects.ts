import { z } from 'zod';
import {
  asManageEndpoint,
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, id, ifUpdatedAt, ref, stageSchema, text } from '../fields.ts';
import { importQuota, leadResult, leadSchema, onMatchField } from '../leads.ts';
import { prospectExample, prospectSchema } from '../prospect.ts';
import {
  prospectParams,
  getProspect as publicGetProspect,
  getProspects as publicGetProspects,
} from '../prospects.ts';

export const getProspects = asManageEndpoint(publicGetProspects, 'People');

export const getProspect = asManageEndpoint(publicGetProspect, 'People');

const { index: _index, issues: _issues, ...result } = leadResult.shape;

export const postProspects = defineEndpoint({
  ...manageDefaults,
  id: 'postProspects',
  method: 'POST',
  path: '/prospects',
  topic: 'People',
  summary: 'Add a prospect',
  description:
    'Adds or updates one prospect, with the same rules and monthly quota as POST /leads. ' +
    'New prospects have the source `manual`. The response is always a 200: `status` has ' +
    'the result; for an existing prospect, `matchedBy` says how it was matched and ' +
    '`changed` which fields changed. To confirm before changing an existing prospect, ' +
    'send the request with `dryRun` first.',
  role: 'member',
  query: noQuery,
  body: leadSchema.safeExtend({
    listName: text(200)
      .optional()
      .describe('Adds the prospect to this list. Created if it does not exist.'),
    listId: ref('list').optional().describe('Adds the prospect to this existing list.'),
    stage: stageSchema
      .optional()
      .describe('The stage of a new prospect. An existing one stays in its stage. Default: `new`.'),
    ...onMatchField,
    ...dryRunField,
  }),
  data: z.strictObject({
    ...result,
    prospect: prospectSchema
      .nullable()
      .describe('The prospect after the request. Null if nothing was stored, and in a dry run.'),
    quota: importQuota,
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'An existing prospect with a new title',
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
      summary: 'Email and LinkedIn URL of two different prospects',
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

export const patchProspect = defineEndpoint({
  ...manageDefaults,
  id: 'patchProspect',
  method: 'PATCH',
  path: '/prospects/{prospectId}',
  topic: 'People',
  params: prospectParams,
  summary: 'Update a prospect',
  description:
    'Updates the given fields. Null clears a field; an omitted or empty field keeps its ' +
    'value. A full name without parts also replaces first and last name, and a first or ' +
    'last name updates the full name. Unlike an import, an edit can change an email or a ' +
    'LinkedIn URL; one that another prospect has is a 422 that names that prospect. A ' +
    'name, a LinkedIn URL or an email must remain. `ownerId` assigns the prospect to a user, and ' +
    'null to no one. Use POST /bulk to change the stage.\n\nA ' +
    'prospect marked as do not contact stays marked with a new address, and a new address ' +
    'that is suppressed marks the prospect.',
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
    ownerId: ref('member').nullable().optional().describe('The new owner, or null for none.'),
    ifUpdatedAt: ifUpdatedAt(),
  }),
  nullClears: true,
  data: z.strictObject({ prospect: prospectSchema, ...writeResultFields }),
  examples: [
    {
      summary: 'A new title and email, and a cleared phone number',
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

export const postProspectsMerge = defineEndpoint({
  ...manageDefaults,
  id: 'postProspectsMerge',
  sees: 'all',
  method: 'POST',
  path: '/prospects/merge',
  topic: 'People',
  summary: 'Merge two prospects',
  description:
    'Keeps one of two prospects and deletes the other. The kept prospect keeps its ' +
    'values; its blank fields are filled from the other, including email, LinkedIn URL, ' +
    'opening line and research. It gets the lists, tags, campaigns, conversations, notes, ' +
    'follow-ups and timeline of the other and keeps its own stage, and its owner if it has one. If either is marked as do not ' +
    'contact, the kept one is, and all identifiers of both are suppressed.\n\nA merge emits ' +
    '`prospect.updated`, `prospect.owner_changed` and `prospect.suppressed` for the kept prospect ' +
    'if it changed; ' +
    '`list.member_added`, `prospect.tagged` and `campaign.enrolled` for each new ' +
    'membership; and `prospect.deleted` for the other, with the id of the kept one in `mergedInto`.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      keepId: ref('prospect').describe('The prospect to keep.'),
      mergeId: ref('prospect').describe('The prospect to merge and delete.'),
      ...dryRunField,
    })
    .refine(({ keepId, mergeId }) => keepId !== mergeId, {
      error: 'must be a different prospect than keepId',
      path: ['mergeId'],
      ...checkEvenIfInvalid,
    }),
  data: z.strictObject({
    prospect: prospectSchema.describe('The kept prospect after the merge.'),
    mergedId: id().describe('Id of the deleted prospect.'),
    ignored: z
      .array(z.enum(['email', 'linkedinUrl']))
      .describe(
        'Identifiers of the other prospect that were dropped because the kept one has its own.',
      ),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'Merge two records of one person',
      body: { keepId: exampleIds.amara, mergeId: exampleIds.henrik },
      data: { prospect: prospectExample, mergedId: exampleIds.henrik, ignored: [] },
    },
  ],
});
