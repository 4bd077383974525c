import { z } from 'zod';
import { enrichModes, enrichmentReasons } from './enrich.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, named, timestamp } from './fields.ts';
import { enrichmentSchema, personFields, standingFields } from './prospects.ts';
import { stageSchema } from './stages.ts';

/** What an event of one kind carries, and one such event as a reader sees it. */
interface Kind<D extends z.ZodObject, P extends z.ZodObject | null> {
  summary: string;
  data: D;
  /** How things stood before, where that helps. */
  previous: P;
  example: { data: z.input<D>; previous?: z.input<NonNullable<P>> };
}

const kind = <D extends z.ZodObject, P extends z.ZodObject | null = null>(
  summary: string,
  data: D,
  example: z.input<D>,
  before?: { previous: P; example: z.input<NonNullable<P>> },
): Kind<D, P> => ({
  summary,
  data,
  previous: before?.previous ?? (null as P),
  example: before ? { data: example, previous: before.example } : { data: example },
});

const about = { prospectId: id() };
const { amara, campaign, conversation, job, list, message, tag, webhook } = exampleIds;

const person = z.strictObject({ ...personFields, ...standingFields });
const personExample: z.input<typeof person> = {
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
  stage: 'new',
  doNotContact: false,
  sourceType: 'extension_search',
};

const onlyProspect = z.strictObject(about);
const withTag = z.strictObject({ ...about, tag: named });
const withList = z.strictObject({ ...about, list: named });
const tagged = { prospectId: amara, tag: { id: tag, name: 'Met in person' } };
const listed = { prospectId: amara, list: { id: list, name: 'Trade fair 2026' } };

const mail = { ...about, messageId: id(), campaignId: id().nullable() };
const mailed = { prospectId: amara, messageId: message, campaignId: campaign };
const research = { ...about, jobId: id(), mode: z.enum(enrichModes) };

/** Everything the service tells receivers about. Each event is about one prospect, or none. */
export const events = {
  'prospect.created': kind('A person was added.', z.strictObject({ ...about, prospect: person }), {
    prospectId: amara,
    prospect: personExample,
  }),
  'prospect.updated': kind(
    'What is known about a person changed; `previous` has the fields that did.',
    z.strictObject({ ...about, prospect: person }),
    { prospectId: amara, prospect: { ...personExample, title: 'Chief Procurement Officer' } },
    {
      previous: z.strictObject(personFields).partial(),
      example: { title: 'Head of Procurement' },
    },
  ),
  'prospect.deleted': kind('A person was deleted for good.', onlyProspect, { prospectId: amara }),
  'prospect.stage_changed': kind(
    'A prospect moved to another stage.',
    z.strictObject({ ...about, stage: stageSchema }),
    { prospectId: amara, stage: 'meeting' },
    { previous: z.strictObject({ stage: stageSchema }), example: { stage: 'interested' } },
  ),
  'prospect.suppressed': kind('A prospect was marked do-not-contact.', onlyProspect, {
    prospectId: amara,
  }),
  'prospect.unsuppressed': kind('A do-not-contact mark was lifted.', onlyProspect, {
    prospectId: amara,
  }),
  'prospect.tagged': kind('A prospect got a tag.', withTag, tagged),
  'prospect.untagged': kind('A prospect lost a tag.', withTag, tagged),
  'list.member_added': kind('A prospect joined a list.', withList, listed),
  'list.member_removed': kind('A prospect left a list.', withList, listed),
  'campaign.enrolled': kind(
    'A prospect was enrolled in a campaign.',
    z.strictObject({ ...about, campaign: named }),
    { prospectId: amara, campaign: { id: campaign, name: 'Trade fair contacts' } },
  ),
  'message.sent': kind(
    'A message left for a prospect.',
    z.strictObject({ ...mail, conversationId: id(), subject: z.string().nullable() }),
    { ...mailed, conversationId: conversation, subject: 'Sensors for your new plant' },
  ),
  'message.bounced': kind(
    'A message came back undelivered. After a hard bounce the address is not written to again.',
    z.strictObject({ ...mail, bounce: z.enum(['hard', 'soft']), reason: z.string().nullable() }),
    { ...mailed, bounce: 'hard', reason: '550 5.1.1 No such mailbox' },
  ),
  'reply.received': kind(
    'A prospect answered. `automatic` marks out-of-office and similar answers.',
    z.strictObject({
      ...mail,
      conversationId: id(),
      subject: z.string().nullable(),
      snippet: z.string(),
      automatic: z.boolean(),
    }),
    {
      ...mailed,
      conversationId: conversation,
      subject: 'Re: Sensors for your new plant',
      snippet: 'Thank you, Tuesday works. Could you bring the calibration',
      automatic: false,
    },
  ),
  'prospect.unsubscribed': kind(
    'A prospect asked not to be written to any more.',
    z.strictObject({ ...about, campaignId: id().nullable() }),
    { prospectId: amara, campaignId: campaign },
  ),
  'enrichment.completed': kind(
    'Research or a first line is ready; the part that was not asked for is null.',
    z.strictObject({
      ...research,
      enrichment: enrichmentSchema.nullable(),
      firstTouchLine: z.string().nullable(),
    }),
    {
      prospectId: amara,
      jobId: job,
      mode: 'personalized_line',
      enrichment: null,
      firstTouchLine: 'It was good to talk about cold chains at the fair.',
    },
  ),
  'enrichment.failed': kind(
    'Research or a first line could not be made; its credit was given back.',
    z.strictObject({
      ...research,
      reason: z.string().describe('In a sentence, for people.'),
      code: z.enum(enrichmentReasons).optional().describe('A stable name for the reason.'),
    }),
    {
      prospectId: amara,
      jobId: job,
      mode: 'enrich_only',
      reason: 'The language model cannot be reached.',
      code: 'model_unavailable',
    },
  ),
  'quota.low': kind(
    'A tenth or less of the month’s imports is left. Sent once a month.',
    z.strictObject({ monthlyImports: count(), remaining: count(), resetsAt: timestamp() }),
    { monthlyImports: 2500, remaining: 250, resetsAt: '2026-04-01T00:00:00.000Z' },
  ),
  'webhook.test': kind('Sent on request, to try a receiver.', z.strictObject({ webhookId: id() }), {
    webhookId: webhook,
  }),
};

export type EventKind = keyof typeof events;
export const eventKinds = Object.keys(events) as [EventKind, ...EventKind[]];

export type EventData<K extends EventKind> = z.output<(typeof events)[K]['data']>;
export type EventPrevious<K extends EventKind> = z.output<
  NonNullable<(typeof events)[K]['previous']>
>;
