import type { AuditAction } from '@outcrop/contract';

export const actionNames: Record<AuditAction, string> = {
  'token.created': 'Token made',
  'token.revoked': 'Token revoked',
  'tokens.rotated': 'Tokens rotated',
  'tokens.revoked': 'All tokens revoked',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.added': 'Integration user added',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'invitation.revoked': 'Invitation taken back',
  'workspace.claimed': 'Instance claimed',
  'workspace.renamed': 'Workspace renamed',
  'webhook.created': 'Webhook registered',
  'webhook.edited': 'Webhook edited',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Deliveries replayed',
  'webhook.disabled': 'Webhook switched off',
  'ai_settings.edited': 'AI settings edited',
  'list.created': 'List made',
  'list.renamed': 'List renamed',
  'list.merged': 'Lists merged',
  'list.deleted': 'List deleted',
  'tag.created': 'Tag made',
  'tag.renamed': 'Tag renamed',
  'tag.merged': 'Tags merged',
  'tag.deleted': 'Tag deleted',
  'prospect.edited': 'Prospect edited',
  'prospect.merged': 'Prospects merged',
  'prospects.deleted': 'Prospects deleted',
  'campaign.created': 'Campaign made',
  'campaign.edited': 'Campaign edited',
  'campaign.status_changed': 'Campaign started or paused',
  'suppression.added': 'Do not contact, set',
  'suppression.removed': 'Do not contact, lifted',
  'suppression.fact_lifted': 'Bounce or unsubscription lifted',
  'task.started': 'Task started',
  'task.cancelled': 'Task cancelled',
  'task.undone': 'Task undone',
  'import.uploaded': 'File uploaded',
  'export.downloaded': 'Export downloaded',
};

/** What else is known, in one line: "name: Fair · previousName: Trade fair". */
export const detailText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${wordsOf(name)}: ${textOf(value)}`)
    .join(' · ');

/** previousName → previous name */
const wordsOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
