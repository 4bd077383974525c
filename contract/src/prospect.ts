import { z } from 'zod';
import { enrichModes, enrichmentReasons } from './enrich.ts';
import { exampleIds } from './example-ids.ts';
import { id, idAndName, stageSchema, timestamp } from './fields.ts';
import { sourceTypes } from './leads.ts';

export const enrichmentStatuses = ['none', 'queued', 'running', 'enriched', 'failed'] as const;

export const contactFields = {
  fullName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  title: z.string().nullable(),
  companyName: z.string().nullable(),
  linkedinUrl: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  locationName: z.string().nullable(),
};

export const statusFields = {
  stage: stageSchema,
  doNotContact: z.boolean(),
  sourceType: z.enum([...sourceTypes, 'csv', 'manual']),
};

/** The topics that research covers. */
export const factTopics = [
  'company',
  'industry',
  'size',
  'location',
  'role',
  'priorities',
  'talking_point',
] as const;
export const enrichmentConfidences = ['low', 'medium', 'high'] as const;

export const enrichmentSchema = z
  .strictObject({
    summary: z.string(),
    highlights: z.array(z.string()),
    completedAt: timestamp(),
    facts: z
      .array(
        z.strictObject({
          about: z.enum(factTopics),
          text: z.string(),
          source: z
            .string()
            .nullable()
            .describe('The page it comes from, or null for the prospect’s own record.'),
          confidence: z.enum(enrichmentConfidences),
        }),
      )
      .optional(),
    pages: z.array(z.string()).optional().describe('The pages that were read.'),
    language: z
      .string()
      .nullable()
      .optional()
      .describe('Language of the company’s pages, such as `de`.'),
    filled: z
      .array(
        z.strictObject({
          field: z.enum(['title', 'website', 'locationName']),
          value: z.string(),
          source: z.string(),
        }),
      )
      .optional()
      .describe('Blank fields of the prospect that were filled, with their sources.'),
  })
  .meta({ id: 'Enrichment', description: 'Research results for a prospect.' });

const enrichmentErrorSchema = z
  .strictObject({
    mode: z.enum(enrichModes),
    reason: z.enum(enrichmentReasons),
    message: z.string().describe('The reason as a sentence, for humans.'),
    failedAt: timestamp(),
  })
  .meta({ id: 'EnrichmentError', description: 'Why enrichment failed.' });

export const enrollmentStatuses = [
  'waiting',
  'sending',
  'finished',
  'replied',
  'unsubscribed',
  'suppressed',
  'bounced',
  'away',
  'held',
  'stopped',
] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

export const prospectSchema = z
  .strictObject({
    id: id(),
    ...contactFields,
    ...statusFields,
    stageChangedAt: timestamp()
      .nullable()
      .describe('Null if the stage has not changed since this is recorded.'),
    ownerId: id()
      .nullable()
      .describe('The user who looks after the prospect. Null for none, and once they have left.'),
    enrichmentStatus: z.enum(enrichmentStatuses),
    lists: z.array(idAndName),
    tags: z.array(idAndName),
    campaigns: z.array(
      z.strictObject({
        id: id(),
        name: z.string(),
        status: z
          .enum(['draft', 'running', 'paused', 'archived'])
          .describe('The status of the campaign.'),
        enrollmentStatus: z
          .enum(enrollmentStatuses)
          .describe('How far the prospect is in the campaign.'),
      }),
    ),
    firstTouchLine: z.string().nullable(),
    enrichment: enrichmentSchema.nullable(),
    enrichmentError: enrichmentErrorSchema
      .nullable()
      .describe(
        'The last failure, of research or of an opening line. Cleared when the same mode ' +
          'succeeds.',
      ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    lastActivityAt: timestamp().describe(
      'The last change by a user or a token, or the last message in either direction.',
    ),
  })
  .meta({ id: 'Prospect' });
export type Prospect = z.output<typeof prospectSchema>;

export const contactExample = {
  fullName: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  title: 'Head of Procurement',
  companyName: 'Saltmarsh Foods',
  linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-example',
  website: null,
  email: 'amara.okafor@saltmarsh.example',
  phone: null,
  locationName: 'Lagos',
};

export const prospectExample: Prospect = {
  id: exampleIds.amara,
  ...contactExample,
  stage: 'contacted',
  doNotContact: false,
  sourceType: 'extension_search',
  stageChangedAt: '2026-03-02T15:12:09.630Z',
  ownerId: exampleIds.user,
  enrichmentStatus: 'enriched',
  lists: [{ id: exampleIds.list, name: 'Trade fair 2026' }],
  tags: [{ id: exampleIds.tag, name: 'Met in person' }],
  campaigns: [
    {
      id: exampleIds.campaign,
      name: 'Trade fair contacts',
      status: 'running',
      enrollmentStatus: 'waiting',
    },
  ],
  firstTouchLine: 'It was good to talk about cold chains at the fair.',
  enrichment: {
    summary: 'Leads procurement at a food producer with three plants.',
    highlights: ['Opened a third plant in January'],
    facts: [
      {
        about: 'talking_point',
        text: 'Opened a third plant in January',
        source: 'https://saltmarsh.example/news',
        confidence: 'high',
      },
    ],
    pages: ['https://saltmarsh.example/', 'https://saltmarsh.example/news'],
    language: 'en',
    filled: [{ field: 'locationName', value: 'Lagos', source: 'https://saltmarsh.example/' }],
    completedAt: '2026-03-03T08:30:41.007Z',
  },
  enrichmentError: null,
  createdAt: '2026-03-02T09:20:11.482Z',
  updatedAt: '2026-03-03T08:30:41.007Z',
  lastActivityAt: '2026-03-02T15:12:09.630Z',
};
