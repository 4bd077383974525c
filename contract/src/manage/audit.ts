import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { id, timestamp } from '../fields.ts';
import { nextCursor, pageParams } from '../query.ts';

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
  'enrollments.stopped',
  'enrollments.resumed',
  'enrollments.skipped',
  'message.marked_sent',
  'message.sent_again',
  'message.corrected',
  'reply.written',
  'reply.canceled',
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

export const getAudit = defineEndpoint({
  ...manageDefaults,
  id: 'getAudit',
  method: 'GET',
  path: '/audit',
  summary: 'List audit log entries',
  description: 'Returns who did what in the workspace, newest first.',
  role: 'admin',
  query: z.object({
    action: z.enum(auditActions).optional().describe('Only entries with this action.'),
    ...pageParams('Entries'),
  }),
  body: null,
  data: z.strictObject({
    entries: z.array(entry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'A renamed list',
      query: { action: 'list.renamed', limit: '1' },
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
