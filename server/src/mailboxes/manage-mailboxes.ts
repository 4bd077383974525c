import { isDeepStrictEqual } from 'node:util';
import { atLeast, type ManageBody, type ManageResult, withArticle } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { disconnectMailboxes } from '../core/campaigns/disconnect-mailboxes.ts';
import { moveAudience } from '../core/inbox/move-audience.ts';
import { mailboxSealContext } from '../core/mailboxes/mailbox-secrets.ts';
import { isPauseReason } from '../core/sending/sending-guard-rules.ts';
import type { AttemptLimiter, MailAccount } from '../core/sign-in/attempt-limiter.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Caller } from '../platform/caller.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import { creationPositionOf, pageOf } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { ApiError, invalidField, notFound } from '../platform/error.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { throwIfInvalid } from '../platform/validation.ts';
import { connectMailboxes, mailAccountsOf, serverProblems, withUser } from './connect-mailboxes.ts';
import { canEditMailbox, healthAfter, toPublicMailbox } from './mailbox-rules.ts';
import type { StoredMailbox } from './mailboxes.sql.ts';
import * as store from './mailboxes.sql.ts';

export interface MailboxDeps {
  sealing: Sealing;
  egress: Egress;
  attempts: AttemptLimiter;
}

export async function getMailboxes({
  caller,
  query,
  tx,
}: ManageCall<'getMailboxes'>): Promise<ManageResult<'getMailboxes'>> {
  const at = new Date();
  const { rows, nextCursor } = await pageOf(
    query,
    {},
    (after, take) => store.selectMailboxPage(tx, caller.userId, after, take),
    creationPositionOf,
  );
  return { mailboxes: rows.map((row) => toPublicMailbox(row, at)), nextCursor };
}

export async function getMailbox({
  caller,
  params,
  tx,
}: ManageCall<'getMailbox'>): Promise<ManageResult<'getMailbox'>> {
  const mailbox = await requireVisibleMailbox(tx, caller, params.mailboxId);
  return { mailbox: toPublicMailbox(mailbox, new Date()) };
}

/** Connects a mailbox of the caller. It does not send before a test. */
export async function postMailboxes(
  call: ManageCall<'postMailboxes', MailboxDeps>,
): Promise<ManageResult<'postMailboxes'>> {
  const { body, caller, tx, deps } = call;
  const { shared = false, ...mailboxSettings } = body;
  if (shared) requireAdminToShare(caller);
  throwIfInvalid(serverProblems(deps.egress, body));
  await deps.attempts.allowMailAccounts(caller.workspaceId, mailAccountsOf(mailboxSettings));
  const at = new Date();
  const [outcome] = await connectMailboxes({
    tx,
    sealing: deps.sealing,
    ownerId: caller.userId,
    shared,
    mailboxes: [mailboxSettings],
    at,
  });
  if ('refused' in outcome!)
    throw invalidField(
      'address',
      outcome.refused === 'already_connected'
        ? 'is already connected in this workspace'
        : 'exceeds the limit of mailboxes per workspace',
    );
  const { id } = outcome!;
  const mailbox = await requireVisibleMailbox(tx, caller, id);
  const detail = { address: mailbox.address, shared };
  recordAudit(call, { action: 'mailbox.created', target: id, detail });
  return { mailbox: toPublicMailbox(mailbox, at) };
}

/** Changes settings, and pauses or resumes. Waits for an email that is being handed over. */
export async function patchMailbox(
  call: ManageCall<'patchMailbox', MailboxDeps>,
): Promise<ManageResult<'patchMailbox'>> {
  const { body, caller, tx, deps } = call;
  const { mailboxId } = call.params;
  const before = await lockEditableMailbox(tx, caller, mailboxId, body.shared !== undefined);
  const isSharing = body.shared !== undefined && body.shared !== before.shared;
  if (isSharing) requireAdminToShare(caller);
  throwIfInvalid(serverProblems(deps.egress, body));
  const at = new Date();
  const { mailbox, fields } = editMailbox(before, body, {
    ...deps,
    workspaceId: tx.workspaceId,
    at,
  });
  if (fields.some((field) => signInFields.includes(field)))
    await deps.attempts.allowMailAccounts(caller.workspaceId, storedAccountsOf(mailbox));
  if (fields.length > 0) {
    store.updateMailbox(tx, mailbox);
    if (fields.includes('imap')) store.forgetServer(tx, mailbox.id);
    if (isSharing)
      sendJobs(tx, moveAudience, [{ mailboxId }], { correlationId: call.correlationId });
    if (isPauseReason(before.reason) && !isPauseReason(mailbox.reason))
      store.restartCount(tx, mailbox.id, at);
    recordAudit(call, { action: 'mailbox.edited', target: mailbox.id, detail: { fields } });
  }
  return { mailbox: toPublicMailbox(mailbox, at) };
}

/** The password is erased. The row stays, because conversations refer to it. */
export async function deleteMailbox(
  call: ManageCall<'deleteMailbox'>,
): Promise<ManageResult<'deleteMailbox'>> {
  const { caller, params, tx } = call;
  const mailbox = await lockEditableMailbox(tx, caller, params.mailboxId);
  const at = new Date();
  disconnectMailboxes(tx, [mailbox.id], at);
  const detail = { address: mailbox.address };
  recordAudit(call, { action: 'mailbox.removed', target: mailbox.id, detail });
  return { mailbox: toPublicMailbox(mailbox, at) };
}

export async function requireVisibleMailbox(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<store.StoredMailbox> {
  const mailbox = await store.selectVisibleMailbox(tx, caller.userId, id);
  if (!mailbox) throw notFound('mailbox', id);
  return mailbox;
}

export async function lockEditableMailbox(
  tx: Tx,
  caller: Caller,
  id: string,
  changesAudience = false,
): Promise<store.StoredMailbox> {
  const [, mailbox] = await Promise.all([
    store.lockMailbox(tx, id, changesAudience),
    requireVisibleMailbox(tx, caller, id),
  ]);
  requireEditable(caller, mailbox);
  return mailbox;
}

export function requireEditable(caller: Caller, mailbox: store.StoredMailbox): void {
  if (!canEditMailbox(caller, mailbox))
    throw new ApiError(
      'insufficient_role',
      `Only its owner or an Admin can change a shared mailbox; you are ${withArticle(caller.role)}.`,
    );
}

export function requireAdminToShare({ role }: Caller): void {
  if (!atLeast(role, 'admin'))
    throw new ApiError(
      'insufficient_role',
      `Only an Admin can share a mailbox; you are ${withArticle(role)}.`,
    );
}

interface EditContext {
  sealing: Sealing;
  workspaceId: string;
  at: Date;
}

/** The mailbox after an edit, and the names of the fields that changed. */
function editMailbox(
  before: StoredMailbox,
  body: ManageBody<'patchMailbox'>,
  { sealing, workspaceId, at }: EditContext,
): { mailbox: StoredMailbox; fields: string[] } {
  const { password, rampUp = rampUpOf(before) } = body;
  const settings = {
    name: body.name === undefined ? before.name : (body.name ?? ''),
    smtp: body.smtp ? withUser(body.smtp, before.address) : before.smtp,
    imap: body.imap ? withUser(body.imap, before.address) : before.imap,
    dailyLimit: body.dailyLimit ?? before.dailyLimit,
    gapFromSeconds: body.gap?.fromSeconds ?? before.gapFromSeconds,
    gapToSeconds: body.gap?.toSeconds ?? before.gapToSeconds,
    rampStart: rampUp?.start ?? null,
    rampStep: rampUp?.step ?? null,
    zone: body.timeZone ?? before.zone,
    windows: body.windows ?? before.windows,
    shared: body.shared ?? before.shared,
  };
  const changed = Object.entries(settings)
    .filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof typeof settings]))
    .map(([field]) => fieldNames[field] ?? field);
  const isMoved = changed.includes('smtp') || changed.includes('imap');
  if (before.auth === 'oauth') requireOauthSettings(isMoved, password);
  // A password goes only to servers that were entered together with it.
  if (isMoved && password === undefined && before.secret !== null)
    throw invalidField('password', 'is required when a server changes');
  const needsTest = isMoved || password !== undefined;
  const { paused } = body;
  const isSwitched = paused !== undefined && paused !== (before.status === 'paused');
  const fields = [
    ...new Set([
      ...changed,
      ...(password === undefined ? [] : ['password']),
      ...(isSwitched ? ['paused'] : []),
    ]),
  ];
  if (fields.length === 0) return { mailbox: before, fields };
  const mailbox = {
    ...before,
    ...settings,
    ...(password !== undefined && {
      secret: sealing.seal(password, mailboxSealContext(workspaceId, before.id)),
    }),
    ...healthAfter(before, { paused, needsTest }, at),
  };
  return { mailbox, fields };
}

/** The worker signs in after a change of these. */
const signInFields = ['smtp', 'imap', 'password'];

const storedAccountsOf = ({ smtp, imap }: StoredMailbox): MailAccount[] =>
  [smtp, imap].filter((server) => server !== null);

/** Columns whose field in the API has another name. */
const fieldNames: Record<string, string> = {
  gapFromSeconds: 'gap',
  gapToSeconds: 'gap',
  rampStart: 'rampUp',
  rampStep: 'rampUp',
  zone: 'timeZone',
};

const rampUpOf = ({ rampStart, rampStep }: StoredMailbox) =>
  rampStart === null || rampStep === null ? null : { start: rampStart, step: rampStep };

function requireOauthSettings(isMoved: boolean, password: string | undefined): void {
  if (isMoved) throw invalidField('smtp', 'and imap are set by the provider of this mailbox');
  if (password !== undefined)
    throw invalidField('password', 'is not used: the mailbox signs in with its provider');
}
