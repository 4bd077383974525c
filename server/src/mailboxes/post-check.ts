import { randomUUID } from 'node:crypto';
import { type ManageResult, maxChecksPerDay } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { ApiError, invalidField } from '../platform/error.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { startCheck } from './check-state-rules.ts';
import { mailboxCheck } from './mailbox-check.job.ts';
import { toPublicMailbox } from './mailbox-rules.ts';
import { storeCheckStart } from './mailboxes.sql.ts';
import { lockEditableMailbox } from './manage-mailboxes.ts';

/** Starts a check of the delivery. While one is running, returns that one. */
export async function postMailboxCheck(
  call: ManageCall<'postMailboxCheck'>,
): Promise<ManageResult<'postMailboxCheck'>> {
  const { caller, params, tx, actor } = call;
  const mailbox = await lockEditableMailbox(tx, caller, params.mailboxId);
  const at = new Date();
  const { smtp, imap } = toPublicMailbox(mailbox, at);
  if (!smtp || !imap) throw invalidField('mailboxId', 'is the id of a mailbox without servers');
  const checkId = randomUUID();
  const start = startCheck(mailbox.check, checkId, at);
  if ('running' in start) return { check: start.running };
  if ('retryAfterSeconds' in start)
    throw new ApiError(
      'rate_limited',
      `This mailbox was checked ${maxChecksPerDay} times in the last 24 hours, the maximum. Try again later.`,
      { retryAfter: start.retryAfterSeconds },
    );
  const { started } = start;
  storeCheckStart(tx, mailbox.id, started);
  sendJobs(tx, mailboxCheck, [{ mailboxId: mailbox.id, checkId }], {
    correlationId: actor.correlationId,
  });
  recordAudit(call, { action: 'mailbox.checked', target: mailbox.id });
  return { check: started.check };
}
