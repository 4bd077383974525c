import { atLeast, type ManageResult, withArticle } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { holdEnrollmentsOf } from '../core/campaigns/hold.ts';
import { removeFromAllCampaigns } from '../core/mailboxes/campaign-mailboxes.sql.ts';
import { isVerdict } from '../core/sending/guard-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Caller } from '../platform/caller.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { ApiError, invalid, notFound } from '../platform/error.ts';
import { byCreation, pageOf } from '../platform/page.ts';
import { throwIfInvalid } from '../platform/validation.ts';
import { connect, serverProblems } from './connect.ts';
import { edited } from './edit.ts';
import { canEdit, toPublicMailbox } from './mailbox-rules.ts';
import * as store from './mailboxes.sql.ts';

export interface MailboxDeps {
  sealing: Sealing;
  egress: Egress;
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
    (after, take) => store.selectPage(tx, caller.userId, after, take),
    byCreation,
  );
  return { mailboxes: rows.map((row) => toPublicMailbox(row, at)), nextCursor };
}

export async function getMailbox({
  caller,
  params,
  tx,
}: ManageCall<'getMailbox'>): Promise<ManageResult<'getMailbox'>> {
  const mailbox = await requireVisible(tx, caller, params.mailboxId);
  return { mailbox: toPublicMailbox(mailbox, new Date()) };
}

/** Connects a mailbox of the caller. It does not send before a test. */
export async function postMailboxes(
  call: ManageCall<'postMailboxes', MailboxDeps>,
): Promise<ManageResult<'postMailboxes'>> {
  const { body, caller, tx, deps } = call;
  const { shared = false, ...given } = body;
  if (shared) requireAdminToShare(caller);
  throwIfInvalid(serverProblems(deps.egress, body));
  const at = new Date();
  const [outcome] = await connect({
    tx,
    sealing: deps.sealing,
    ownerId: caller.userId,
    shared,
    mailboxes: [given],
    at,
  });
  if ('refused' in outcome!)
    throw invalid(
      'address',
      outcome.refused === 'already_connected'
        ? 'is already connected in this workspace'
        : 'exceeds the limit of mailboxes per workspace',
    );
  const { id } = outcome!;
  const mailbox = await requireVisible(tx, caller, id);
  const detail = { address: mailbox.address, shared };
  record(call, { action: 'mailbox.created', target: id, detail });
  return { mailbox: toPublicMailbox(mailbox, at) };
}

/** Changes settings, and pauses or resumes. Waits for an email that is being handed over. */
export async function patchMailbox(
  call: ManageCall<'patchMailbox', MailboxDeps>,
): Promise<ManageResult<'patchMailbox'>> {
  const { body, caller, tx, deps } = call;
  const before = await lockEditable(tx, caller, call.params.mailboxId);
  const isSharing = body.shared !== undefined && body.shared !== before.shared;
  if (isSharing) requireAdminToShare(caller);
  if (body.shared === false && before.ownerId === null)
    throw invalid('shared', 'must stay true: the mailbox has no owner');
  throwIfInvalid(serverProblems(deps.egress, body));
  const at = new Date();
  const { mailbox, fields } = edited(before, body, { ...deps, workspaceId: tx.workspaceId, at });
  if (fields.length > 0) {
    store.updateMailbox(tx, mailbox);
    if (fields.includes('imap')) store.leaveServer(tx, mailbox.id);
    if (isVerdict(before.reason) && !isVerdict(mailbox.reason)) store.countAnew(tx, mailbox.id, at);
    record(call, { action: 'mailbox.edited', target: mailbox.id, detail: { fields } });
  }
  return { mailbox: toPublicMailbox(mailbox, at) };
}

/** The password is erased. The row stays, because conversations refer to it. */
export async function deleteMailbox(
  call: ManageCall<'deleteMailbox'>,
): Promise<ManageResult<'deleteMailbox'>> {
  const { caller, params, tx } = call;
  const mailbox = await lockEditable(tx, caller, params.mailboxId);
  const at = new Date();
  store.eraseMailbox(tx, mailbox.id, at);
  removeFromAllCampaigns(tx, mailbox.id);
  holdEnrollmentsOf(tx, mailbox.id, 'mailbox_removed');
  const detail = { address: mailbox.address };
  record(call, { action: 'mailbox.removed', target: mailbox.id, detail });
  return { mailbox: toPublicMailbox(mailbox, at) };
}

export async function requireVisible(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<store.StoredMailbox> {
  const mailbox = await store.selectVisible(tx, caller.userId, id);
  if (!mailbox) throw notFound('mailbox', id);
  return mailbox;
}

export async function lockEditable(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<store.StoredMailbox> {
  const [, mailbox] = await Promise.all([
    store.lockMailbox(tx, id),
    requireVisible(tx, caller, id),
  ]);
  requireEditable(caller, mailbox);
  return mailbox;
}

export function requireEditable(caller: Caller, mailbox: store.StoredMailbox): void {
  if (!canEdit(caller, mailbox))
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
