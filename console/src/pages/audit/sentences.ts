import type { AuditAction, ManageData, Stage } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { changeText } from '../../features/tasks/task-labels.ts';

export type AuditEntry = ManageData<'getAudit'>['entries'][number];

interface Names {
  actor: (actor: AuditEntry['actor']) => string;
  user: (id: string) => string;
}

/** "Ines renamed the list “Fair” to “Trade fair”." The rest of the entry is in the drawer. */
export function sentenceOf({ action, actor, target, detail }: AuditEntry, names: Names): string {
  const who = names.actor(actor);
  const did = verbs[action](reader(detail), (id) => names.user(id), target);
  // Names of tokens are shown as they are.
  const subject = actor.kind === 'token' ? who : who[0]!.toUpperCase() + who.slice(1);
  return `${subject} ${did}.`;
}

/** Reads a value of a detail, which earlier versions may have stored otherwise. */
const reader = (detail: AuditEntry['detail']) => ({
  text: (name: string) => (typeof detail[name] === 'string' ? detail[name] : null),
  quoted: (name: string) =>
    typeof detail[name] === 'string' ? `“${detail[name]}”` : 'without a name',
  count: (name: string, noun: string) => {
    const count = typeof detail[name] === 'number' ? detail[name] : 0;
    return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
  },
  number: (name: string) => (typeof detail[name] === 'number' ? detail[name] : null),
  list: (name: string) =>
    Array.isArray(detail[name]) ? detail[name].map((each) => labelOf(String(each))).join(', ') : '',
});
type Reader = ReturnType<typeof reader>;

const spelled: Record<string, string> = {
  smtp: 'SMTP server',
  imap: 'IMAP server',
  linkedin: 'LinkedIn',
  url: 'URL',
  api: 'API',
};

/** previousName → previous name, linkedinUrl → LinkedIn URL */
export const labelOf = (field: string): string =>
  field
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .split(/[ _]/)
    .map((word) => spelled[word] ?? word)
    .join(' ');

type Verb = (detail: Reader, user: (id: string) => string, target: string | null) => string;

const role = (detail: Reader, name = 'role') => {
  const text = detail.text(name);
  return text ? text[0]!.toUpperCase() + text.slice(1) : 'another role';
};
const member = (user: (id: string) => string, target: string | null) =>
  target ? user(target) : 'a member';
const fields = (detail: Reader) => (detail.list('fields') ? `: ${detail.list('fields')}` : '');

const tasks: Record<string, (detail: Reader) => string> = {
  export: () => 'started an export',
  import: () => 'started an import',
  import_dry_run: () => 'previewed an import',
};

/** "tag prospects with “Q4 push”", or "tagged 179 prospects …". */
function bulkText(detail: Reader, isDone: boolean): string | null {
  const action = detail.text('action');
  if (action === null) return null;
  const stage = detail.text('stage') as Stage | null;
  const change = { action, name: detail.text('boardName'), stage };
  const text = changeText(change, detail.number(isDone ? 'affected' : 'total'), isDone);
  return text && text[0]!.toLowerCase() + text.slice(1);
}

type Kind = 'list' | 'tag';
const created =
  (kind: Kind): Verb =>
  (detail) =>
    `created the ${kind} ${detail.quoted('name')}`;
const renamed =
  (kind: Kind): Verb =>
  (detail) =>
    `renamed the ${kind} ${detail.quoted('previousName')} to ${detail.quoted('name')}`;
const merged =
  (kind: Kind): Verb =>
  (detail) =>
    `merged the ${kind} ${detail.quoted('name')} into ${detail.quoted('intoName')} (${detail.count('moved', 'prospect')} moved)`;
const deleted =
  (kind: Kind): Verb =>
  (detail) =>
    `deleted the ${kind} ${detail.quoted('name')} (${detail.count('removed', 'prospect')} kept)`;

const statusVerbs: Record<string, string> = {
  running: 'started',
  paused: 'paused',
  archived: 'archived',
  draft: 'turned into a draft',
};

const verbs: Record<AuditAction, Verb> = {
  'list.created': created('list'),
  'list.renamed': renamed('list'),
  'list.merged': merged('list'),
  'list.deleted': deleted('list'),
  'tag.created': created('tag'),
  'tag.renamed': renamed('tag'),
  'tag.merged': merged('tag'),
  'tag.deleted': deleted('tag'),
  'token.created': (detail) => `created the token ${detail.quoted('name')}`,
  'token.revoked': (detail) => `revoked the token ${detail.quoted('name')}`,
  'browser.confirmed': (detail) => `connected ${detail.text('browser') ?? 'a browser'}`,
  'browser.denied': (detail) => `denied access to ${detail.text('browser') ?? 'a browser'}`,
  'tokens.rotated': (detail) => `replaced all tokens (${detail.count('ended', 'token')} revoked)`,
  'tokens.revoked': (detail) => `revoked all tokens (${detail.count('ended', 'token')})`,
  'member.invited': (detail) => `invited a new ${role(detail)}`,
  'member.joined': (detail) => `joined as ${role(detail)}`,
  'member.added': (detail) => `added the integration user ${detail.quoted('name')}`,
  'member.role_changed': (detail, user, target) =>
    `changed the role of ${member(user, target)} from ${role(detail, 'previousRole')} to ${role(detail)}`,
  'member.removed': (detail, user, target) =>
    `removed ${member(user, target)} (${detail.count('tokensEnded', 'token')} revoked)`,
  'invitation.revoked': () => 'revoked an invitation',
  'workspace.claimed': () => 'created this workspace',
  'workspace.renamed': (detail) => `renamed the workspace to ${detail.quoted('name')}`,
  'webhook.created': () => 'added a webhook',
  'webhook.edited': () => 'edited a webhook',
  'webhook.deleted': () => 'deleted a webhook',
  'webhook.secret_rotated': () => 'rotated the secret of a webhook',
  'webhook.replayed': () => 'replayed webhook deliveries',
  'webhook.disabled': () => 'disabled a webhook that kept failing',
  'ai_settings.edited': (detail) => `edited the AI settings${fields(detail)}`,
  'mail_settings.edited': (detail) => `edited the mail settings${fields(detail)}`,
  'mailbox.created': (detail) => `connected the mailbox ${detail.text('address') ?? ''}`.trimEnd(),
  'mailbox.edited': (detail) => `edited a mailbox${fields(detail)}`,
  'mailbox.signed_in': () => 'signed in to a mailbox',
  'mailbox.tested': () => 'tested a mailbox',
  'mailbox.checked': () => 'checked the delivery of a mailbox',
  'mailbox.removed': (detail) => `removed the mailbox ${detail.text('address') ?? ''}`.trimEnd(),
  'prospect.edited': (detail) =>
    detail.list('fields') === 'owner id'
      ? 'changed the owner of a prospect'
      : `edited a prospect${fields(detail)}`,
  'prospect.merged': () => 'merged two prospects',
  'prospect.unsubscribed': () => 'recorded that a prospect unsubscribed',
  'prospects.deleted': () => 'deleted prospects',
  'campaign.created': (detail) => `created the campaign ${detail.quoted('name')}`,
  'campaign.edited': (detail) =>
    detail.text('name') === null
      ? 'edited a campaign'
      : `renamed the campaign ${detail.quoted('previousName')} to ${detail.quoted('name')}`,
  'campaign.status_changed': (detail) =>
    `${statusVerbs[detail.text('status') ?? ''] ?? 'changed'} a campaign`,
  'campaign.mailboxes_changed': () => 'changed the mailboxes of a campaign',
  'campaign.test_email': () => 'sent a test email of a campaign',
  'enrollments.stopped': () => 'stopped prospects in a campaign',
  'enrollments.resumed': () => 'resumed prospects in a campaign',
  'enrollments.skipped': () => 'skipped the next email to prospects',
  'message.marked_sent': () => 'marked an email as sent',
  'message.sent_again': () => 'sent an email again',
  'message.corrected': (detail) =>
    `changed the type of a message to “${detail.text('to') ?? 'another type'}”`,
  'reply.written': () => 'wrote a reply',
  'reply.canceled': () => 'canceled a reply',
  'reply.marked_sent': () => 'marked a reply as sent',
  'reply.sent_again': () => 'sent a reply again',
  'note.edited': () => 'edited a note',
  'note.deleted': () => 'deleted a note',
  'follow_up.deleted': () => 'deleted a follow-up',
  'view.created': (detail) => `created the shared view ${detail.quoted('name')}`,
  'view.edited': (detail) => `edited the shared view ${detail.quoted('name')}`,
  'view.deleted': (detail) => `deleted the shared view ${detail.quoted('name')}`,
  'saved_reply.created': (detail) => `created the saved reply ${detail.quoted('name')}`,
  'saved_reply.edited': (detail) => `edited the saved reply ${detail.quoted('name')}`,
  'saved_reply.deleted': (detail) => `deleted the saved reply ${detail.quoted('name')}`,
  'suppression.added': (detail) =>
    `marked ${detail.count('prospects', 'prospect')} as “Do not contact”`,
  'suppression.removed': (detail) =>
    `removed “Do not contact” from ${detail.count('prospects', 'prospect')}`,
  'suppression.fact_lifted': (detail) =>
    `cleared the ${detail.text('kind') ?? 'mark'} of ${detail.text('address') ?? 'an address'}`,
  'task.started': (detail) => {
    const bulk = bulkText(detail, false);
    if (bulk) return `started a background job: ${bulk}`;
    return tasks[detail.text('kind') ?? '']?.(detail) ?? 'started a background job';
  },
  'task.cancelled': () => 'canceled a background job',
  'task.undone': (detail) => {
    const bulk = bulkText(detail, true);
    return bulk ? `undid a background job: ${bulk}` : 'undid a background job';
  },
  'import.uploaded': (detail) => `uploaded a CSV file (${detail.count('rows', 'row')})`,
  'audit.exported': () => 'downloaded the audit log',
  'export.downloaded': (detail) => `downloaded an export (${detail.count('rows', 'row')})`,
};
