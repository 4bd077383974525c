import { recordAudit } from '../core/audit/record-audit.ts';
import { emitEvents } from '../core/events/emit-events.ts';
import type { UnsubscribeRequest } from '../core/sending/mail-tokens.ts';
import { stopEnrollments } from '../core/sending/stop-enrollments.ts';
import { addAddressFact } from '../core/suppression/address-facts.ts';
import { lockAddresses } from '../core/suppression/address-lock.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import type { Database } from '../platform/db/index.ts';
import { markClicked, selectRecipient, workspaceExists } from './unsubscribe.sql.ts';

interface UnsubscribeDeps {
  /** A pool of its own, which works when other requests have used up their connections. */
  recordDb: Database;
  stopDb: Database;
  suppression: Suppression;
}

/** No workspace has this id. */
const noWorkspace = '00000000-0000-0000-0000-000000000000';

/**
 * Records that an address unsubscribed, without waiting for the lock of the prospect. After this, no
 * email to the address is claimed. False if the workspace does not exist.
 */
export const recordUnsubscribe = (
  { recordDb, suppression }: UnsubscribeDeps,
  request: UnsubscribeRequest | null,
  { at, correlationId }: { at: Date; correlationId: string },
): Promise<boolean> =>
  // A forged link causes the same look-up as a link of a workspace that does not exist.
  recordDb.transaction(request?.workspaceId ?? noWorkspace, async (tx) => {
    if (!(await workspaceExists(tx)) || request === null) return false;
    const [recipient, isNew] = await Promise.all([
      selectRecipient(tx, request.messageId),
      addAddressFact(tx, suppression, request.emailHash, 'unsubscribed', at),
    ]);
    if (!isNew) return true;
    const acting: ActorTransaction = {
      tx,
      actor: { actor: { kind: 'system', id: null }, correlationId },
    };
    if (recipient) {
      const { prospectId } = recipient;
      emitEvents(acting, [{ type: 'prospect.unsubscribed', prospectId, data: recipient }]);
    }
    recordAudit(acting, {
      action: 'prospect.unsubscribed',
      target: recipient?.prospectId ?? null,
      detail: { messageId: request.messageId, campaignId: recipient?.campaignId ?? null },
    });
    return true;
  });

/** Records the address alone, for when the queue of events is locked. Waits for no lock. */
export const recordFactAlone = (
  { recordDb, suppression }: UnsubscribeDeps,
  { workspaceId, emailHash }: UnsubscribeRequest,
  at: Date,
): Promise<boolean> =>
  recordDb.transaction(workspaceId, async (tx) => {
    if (!(await workspaceExists(tx))) return false;
    await addAddressFact(tx, suppression, emailHash, 'unsubscribed', at);
    return true;
  });

/**
 * Ends the recipient's enrollments. Once this returns, no email to the address leaves, even if another
 * prospect has it now.
 */
export const stopRecipient = (
  { stopDb }: UnsubscribeDeps,
  request: UnsubscribeRequest,
  at: Date,
): Promise<void> =>
  stopDb.transaction(request.workspaceId, async (tx) => {
    const recipient = await selectRecipient(tx, request.messageId);
    const prospectIds = recipient ? [recipient.prospectId] : [];
    await stopEnrollments({ tx }, { prospectIds }, 'unsubscribed');
    markClicked(tx, request.messageId, at);
    await lockAddresses(tx, [request.emailHash]);
  });
