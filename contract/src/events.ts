import { z } from 'zod';
import { enrichModes, enrichmentReasons } from './enrich.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, idAndName, stageSchema, timestamp } from './fields.ts';
import { noteKind } from './note.ts';
import { contactExample, contactFields, enrichmentSchema, statusFields } from './prospect.ts';

interface EventDefinition<D extends z.ZodObject, P extends z.ZodObject | null> {
  summary: string;
  data: D;
  /** Previous values, where useful. */
  previous: P;
  example: { data: z.input<D>; previous?: z.input<NonNullable<P>> };
}

const defineEvent = <D extends z.ZodObject, P extends z.ZodObject | null = null>(
  summary: string,
  data: D,
  example: z.input<D>,
  before?: { previous: P; example: z.input<NonNullable<P>> },
): EventDefinition<D, P> => ({
  summary,
  data,
  previous: before?.previous ?? (null as P),
  example: before ? { data: example, previous: before.example } : { data: example },
});

const prospectIdField = { prospectId: id() };
const followUpFields = {
  ...prospectIdField,
  followUpId: id(),
  title: z.string(),
  dueOn: z.iso.date(),
  assigneeId: id().nullable(),
};
const { amara, campaign, conversation, followUp, job, list, mailbox } = exampleIds;
const { message, note, tag, user, webhook } = exampleIds;
const followUpExample = {
  prospectId: amara,
  followUpId: followUp,
  title: 'Call about the quote',
  dueOn: '2026-03-09',
  assigneeId: user,
};

const prospectData = z.strictObject({ ...contactFields, ...statusFields });
const prospectDataExample: z.input<typeof prospectData> = {
  ...contactExample,
  stage: 'new',
  doNotContact: false,
  sourceType: 'extension_search',
};

const onlyProspect = z.strictObject(prospectIdField);
const withTag = z.strictObject({ ...prospectIdField, tag: idAndName });
const withList = z.strictObject({ ...prospectIdField, list: idAndName });
const tagExample = { prospectId: amara, tag: { id: tag, name: 'Met in person' } };
const listExample = { prospectId: amara, list: { id: list, name: 'Trade fair 2026' } };

const messageFields = { ...prospectIdField, messageId: id(), campaignId: id().nullable() };
const messageExample = { prospectId: amara, messageId: message, campaignId: campaign };
const enrichmentFields = { ...prospectIdField, jobId: id(), mode: z.enum(enrichModes) };

/** Each event is about one prospect, or none. */
export const eventDefinitions = {
  'prospect.created': defineEvent(
    'A prospect was created.',
    z.strictObject({ ...prospectIdField, prospect: prospectData }),
    {
      prospectId: amara,
      prospect: prospectDataExample,
    },
  ),
  'prospect.updated': defineEvent(
    'Fields of a prospect changed. `previous` has the old values.',
    z.strictObject({ ...prospectIdField, prospect: prospectData }),
    { prospectId: amara, prospect: { ...prospectDataExample, title: 'Chief Procurement Officer' } },
    {
      previous: z.strictObject(contactFields).partial(),
      example: { title: 'Head of Procurement' },
    },
  ),
  'prospect.deleted': defineEvent(
    'A prospect was permanently deleted, or merged into another, which `mergedInto` names.',
    z.strictObject({
      ...prospectIdField,
      mergedInto: id()
        .optional()
        .describe('The prospect that it was merged into and that has its data. Omitted otherwise.'),
    }),
    { prospectId: amara, mergedInto: exampleIds.henrik },
  ),
  'prospect.stage_changed': defineEvent(
    'A prospect moved to another stage.',
    z.strictObject({ ...prospectIdField, stage: stageSchema }),
    { prospectId: amara, stage: 'meeting' },
    { previous: z.strictObject({ stage: stageSchema }), example: { stage: 'interested' } },
  ),
  'prospect.owner_changed': defineEvent(
    'A prospect got another owner, or has none any more. Not sent when the owner is removed and a successor takes over.',
    z.strictObject({ ...prospectIdField, ownerId: id().nullable() }),
    { prospectId: amara, ownerId: user },
    { previous: z.strictObject({ ownerId: id().nullable() }), example: { ownerId: null } },
  ),
  'prospect.suppressed': defineEvent('A prospect was marked as do not contact.', onlyProspect, {
    prospectId: amara,
  }),
  'prospect.unsuppressed': defineEvent('A do-not-contact mark was removed.', onlyProspect, {
    prospectId: amara,
  }),
  'prospect.tagged': defineEvent('A tag was added to a prospect.', withTag, tagExample),
  'prospect.untagged': defineEvent('A tag was removed from a prospect.', withTag, tagExample),
  'list.member_added': defineEvent('A prospect was added to a list.', withList, listExample),
  'list.member_removed': defineEvent('A prospect was removed from a list.', withList, listExample),
  'note.added': defineEvent(
    'A note was added, or a call, meeting or message was logged. GET /notes/{noteId} has its text.',
    z.strictObject({
      ...prospectIdField,
      noteId: id(),
      kind: noteKind,
      occurredAt: timestamp(),
    }),
    { prospectId: amara, noteId: note, kind: 'call', occurredAt: '2026-03-05T09:00:00.000Z' },
  ),
  'follow_up.added': defineEvent(
    'A follow-up was planned.',
    z.strictObject(followUpFields),
    followUpExample,
  ),
  'follow_up.completed': defineEvent(
    'A follow-up was completed.',
    z.strictObject(followUpFields),
    followUpExample,
  ),
  'campaign.enrolled': defineEvent(
    'A prospect was enrolled in a campaign.',
    z.strictObject({ ...prospectIdField, campaign: idAndName }),
    { prospectId: amara, campaign: { id: campaign, name: 'Trade fair contacts' } },
  ),
  'message.sent': defineEvent(
    'A message was sent to a prospect.',
    z.strictObject({ ...messageFields, conversationId: id(), subject: z.string().nullable() }),
    { ...messageExample, conversationId: conversation, subject: 'Sensors for your new plant' },
  ),
  'message.bounced': defineEvent(
    'A message bounced. After a hard bounce, no more messages are sent to the address.',
    z.strictObject({
      ...messageFields,
      bounce: z.enum(['hard', 'soft']),
      reason: z.string().nullable(),
    }),
    { ...messageExample, bounce: 'hard', reason: '550 5.1.1 No such mailbox' },
  ),
  'reply.received': defineEvent(
    'A prospect replied. `automatic` is true for out-of-office and similar replies.',
    z.strictObject({
      ...messageFields,
      conversationId: id(),
      subject: z.string().nullable(),
      snippet: z.string(),
      automatic: z.boolean(),
    }),
    {
      ...messageExample,
      conversationId: conversation,
      subject: 'Re: Sensors for your new plant',
      snippet: 'Thank you, Tuesday works. Could you bring the calibration',
      automatic: false,
    },
  ),
  'prospect.unsubscribed': defineEvent(
    'A prospect unsubscribed.',
    z.strictObject({ ...prospectIdField, campaignId: id().nullable() }),
    { prospectId: amara, campaignId: campaign },
  ),
  'mailbox.failing': defineEvent(
    'A mailbox stopped sending and needs attention. Sent once until it works again.',
    z.strictObject({
      mailboxId: id(),
      address: z.string(),
      reason: z
        .string()
        .describe(
          'Where it failed: `auth`, `sender`, `forbidden`, `dns`, `connect`, `tls` …; or what made ' +
            'it pause: `bounces`, `complaints`.',
        ),
      detail: z.string().nullable().describe('The reason as a sentence, for humans.'),
    }),
    {
      mailboxId: mailbox,
      address: 'amara@fieldsense.example',
      reason: 'auth',
      detail: 'smtp.example.com replied: 535 5.7.8 Username and password not accepted',
    },
  ),
  'campaign.paused': defineEvent(
    'A campaign paused by itself, because too many of its emails bounced or were reported as spam.',
    z.strictObject({
      campaignId: id(),
      name: z.string(),
      reason: z.enum(['bounces', 'complaints']),
      emails: z.int().describe('Recent emails of the campaign.'),
      count: z.int().describe('How many of them bounced or were reported.'),
    }),
    {
      campaignId: campaign,
      name: 'Trade fair contacts',
      reason: 'bounces',
      emails: 80,
      count: 4,
    },
  ),
  'enrichment.completed': defineEvent(
    'Research or an opening line is ready. The other one is null.',
    z.strictObject({
      ...enrichmentFields,
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
  'enrichment.failed': defineEvent(
    'Research or an opening line failed. Its credit was refunded.',
    z.strictObject({
      ...enrichmentFields,
      reason: z.string().describe('The reason as a sentence, for humans.'),
      code: z.enum(enrichmentReasons).optional().describe('A stable code for the reason.'),
    }),
    {
      prospectId: amara,
      jobId: job,
      mode: 'enrich_only',
      reason: 'The language model cannot be reached.',
      code: 'model_unavailable',
    },
  ),
  'quota.low': defineEvent(
    '10% or less of the monthly imports are left. Sent once a month.',
    z.strictObject({ monthlyImports: count(), remaining: count(), resetsAt: timestamp() }),
    { monthlyImports: 2500, remaining: 250, resetsAt: '2026-04-01T00:00:00.000Z' },
  ),
  'webhook.test': defineEvent(
    'A test event, sent on request.',
    z.strictObject({ webhookId: id() }),
    {
      webhookId: webhook,
    },
  ),
};

export type EventKind = keyof typeof eventDefinitions;
export const eventKinds = Object.keys(eventDefinitions) as [EventKind, ...EventKind[]];

export type EventData<K extends EventKind> = z.output<(typeof eventDefinitions)[K]['data']>;
export type EventPrevious<K extends EventKind> = z.output<
  NonNullable<(typeof eventDefinitions)[K]['previous']>
>;
