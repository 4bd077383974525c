import type { AuditAction } from '@outcrop/contract';

export const actionNames: Record<AuditAction, string> = {
  'token.created': 'Token created',
  'token.revoked': 'Token revoked',
  'tokens.rotated': 'All tokens replaced',
  'tokens.revoked': 'All tokens revoked',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.added': 'Integration user added',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'invitation.revoked': 'Invitation revoked',
  'workspace.claimed': 'Instance claimed',
  'workspace.renamed': 'Workspace renamed',
  'webhook.created': 'Webhook added',
  'webhook.edited': 'Webhook edited',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Deliveries replayed',
  'webhook.disabled': 'Webhook disabled',
  'ai_settings.edited': 'AI settings edited',
  'mailbox.created': 'Mailbox connected',
  'mailbox.edited': 'Mailbox edited',
  'mailbox.signed_in': 'Signed in to mailbox',
  'mailbox.tested': 'Mailbox tested',
  'mailbox.checked': 'Mailbox checked',
  'mailbox.removed': 'Mailbox removed',
  'mail_settings.edited': 'Mail settings edited',
  'list.created': 'List created',
  'list.renamed': 'List renamed',
  'list.merged': 'Lists merged',
  'list.deleted': 'List deleted',
  'tag.created': 'Tag created',
  'tag.renamed': 'Tag renamed',
  'tag.merged': 'Tags merged',
  'tag.deleted': 'Tag deleted',
  'prospect.edited': 'Prospect edited',
  'prospect.merged': 'Prospects merged',
  'prospect.unsubscribed': 'Prospect unsubscribed',
  'prospects.deleted': 'Prospects deleted',
  'campaign.created': 'Campaign created',
  'campaign.edited': 'Campaign edited',
  'campaign.status_changed': 'Campaign started or paused',
  'campaign.mailboxes_changed': 'Campaign mailboxes changed',
  'enrollments.stopped': 'Prospects stopped',
  'enrollments.resumed': 'Prospects resumed',
  'enrollments.skipped': 'Next email skipped',
  'message.marked_sent': 'Email marked as sent',
  'message.sent_again': 'Email sent again',
  'message.corrected': 'Kind of a message corrected',
  'reply.written': 'Reply written',
  'reply.canceled': 'Reply canceled',
  'saved_reply.created': 'Saved reply created',
  'saved_reply.edited': 'Saved reply edited',
  'saved_reply.deleted': 'Saved reply deleted',
  'suppression.added': 'Do not contact added',
  'suppression.removed': 'Do not contact removed',
  'suppression.fact_lifted': 'Bounce or unsubscribe cleared',
  'task.started': 'Background job started',
  'task.cancelled': 'Background job canceled',
  'task.undone': 'Background job undone',
  'import.uploaded': 'File uploaded',
  'export.downloaded': 'Export downloaded',
};

/** "name: Fair · previous name: Trade fair". */
export const detailText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${fieldLabel(name)}: ${valueText(value)}`)
    .join(' · ');

/** previousName → previous name */
const fieldLabel = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
