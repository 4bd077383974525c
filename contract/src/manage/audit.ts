import { z } from 'zod';
import { defineEndpoint, manageDefaults, noData } from '../endpoint.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, id, timestamp } from '../fields.ts';
import { nextCursor, pageParams, queryFrom, queryTo } from '../query.ts';

const auditActions = [
  'list.created',
  'list.renamed',
  'list.merged',
  'list.deleted',
  'tag.created',
  'tag.renamed',
  'tag.merged',
  'tag.deleted',
  'prospect.edited',
  'prospect.merged',
  'prospect.unsubscribed',
  'prospects.deleted',
  'campaign.created',
  'campaign.edited',
  'campaign.status_changed',
  'campaign.mailboxes_changed',
  'campaign.test_email',
  'enrollments.stopped',
  'enrollments.resumed',
  'enrollments.skipped',
  'message.marked_sent',
  'message.sent_again',
  'message.corrected',
  'reply.written',
  'reply.canceled',
  'note.edited',
  'note.deleted',
  'follow_up.deleted',
  'reply.marked_sent',
  'reply.sent_again',
  'view.created',
  'view.edited',
  'view.deleted',
  'saved_reply.created',
  'saved_reply.edited',
  'saved_reply.deleted',
  'suppression.added',
  'suppression.removed',
  'suppression.fact_lifted',
  'webhook.created',
  'webhook.edited',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replayed',
  'webhook.disabled',
  'task.started',
  'task.cancelled',
  'task.undone',
  'import.uploaded',
  'export.downloaded',
  'audit.exported',
  'ai_settings.edited',
  'mailbox.created',
  'mailbox.edited',
  'mailbox.signed_in',
  'mailbox.tested',
  'mailbox.checked',
  'mailbox.removed',
  'mail_settings.edited',
  'token.created',
  'token.revoked',
  'browser.confirmed',
  'browser.denied',
  'tokens.rotated',
  'tokens.revoked',
  'member.invited',
  'member.joined',
  'member.added',
  'member.role_changed',
  'member.removed',
  'invitation.revoked',
  'workspace.claimed',
  'workspace.renamed',
] as const;
export type AuditAction = (typeof auditActions)[number];

const entry = z
  .strictObject({
    id: id(),
    action: z.enum(auditActions),
    actor: actorSchema,
    target: z.string().nullable().describe('Id of the affected object, if there is exactly one.'),
    detail: z.record(z.string(), z.unknown()).describe('Additional details.'),
    correlationId: z.string().nullable(),
    createdAt: timestamp(),
  })
  .meta({ id: 'AuditEntry' });

const filters = {
  action: z.enum(auditActions).optional().describe('Only entries with this action.'),
  actorId: z
    .guid({ error: 'must be the id of a user or token, which is a UUID' })
    .toLowerCase()
    .optional()
    .describe('Only what this user or token did.'),
  from: queryFrom().optional().describe('Only entries from this date or date-time on.'),
  to: queryTo().optional().describe('Only entries up to this date or date-time.'),
};
type Bounds = { from?: { from?: Date } | undefined; to?: { before?: Date } | undefined };
const isOrdered = ({ from, to }: Bounds): boolean =>
  !from?.from || !to?.before || from.from < to.before;
const orderIssue = { error: 'must not be after to', path: ['from'], ...checkEvenIfInvalid };

/** The most entries in a file. */
export const maxAuditRows = 100_000;

export const getAudit = defineEndpoint({
  ...manageDefaults,
  id: 'getAudit',
  method: 'GET',
  path: '/audit',
  topic: 'Workspace',
  summary: 'List audit log entries',
  description: 'Returns who did what in the workspace, newest first.',
  role: 'admin',
  query: z.object({ ...filters, ...pageParams('Entries') }).refine(isOrdered, orderIssue),
  body: null,
  data: z.strictObject({
    entries: z.array(entry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'A renamed list',
      query: {
        action: 'list.renamed',
        actorId: exampleIds.token,
        from: '2026-03-05',
        to: '2026-03-05',
        limit: '1',
      },
      data: {
        entries: [
          {
            id: exampleIds.event,
            action: 'list.renamed',
            actor: { kind: 'token', id: exampleIds.token },
            target: exampleIds.list,
            detail: { name: 'Trade fair 2026', previousName: 'Fair' },
            correlationId: exampleIds.request,
            createdAt: '2026-03-05T14:02:38.204Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
});

export const getAuditFile = defineEndpoint({
  ...manageDefaults,
  id: 'getAuditFile',
  method: 'GET',
  path: '/audit.csv',
  topic: 'Workspace',
  summary: 'Download the audit log',
  description:
    'Returns the newest 100,000 matching entries as CSV, in UTF-8 with a byte order mark. Values ' +
    'that a spreadsheet would treat as a formula start with an apostrophe.',
  role: 'admin',
  query: z.object(filters).refine(isOrdered, orderIssue),
  body: null,
  data: noData,
  kind: 'file',
  examples: [
    {
      summary: 'A renamed list',
      query: {
        action: 'list.renamed',
        actorId: exampleIds.token,
        from: '2026-03-05',
        to: '2026-03-05',
      },
      file:
        '\ufeff"time","action","actor","actorId","target","detail","correlationId"\r\n' +
        `"2026-03-05T14:02:38.204Z","list.renamed","token","${exampleIds.token}","${exampleIds.list}",` +
        `"{""name"":""Trade fair 2026"",""previousName"":""Fair""}","${exampleIds.request}"\r\n`,
      data: {},
    },
  ],
});
