import { record } from '../core/audit/record.ts';
import { emit } from '../core/events/emit.ts';
import type { UnsubscribeRequest } from '../core/sending/mail-tokens.ts';
import { stopEnrollments } from '../core/sending/stop.ts';
import { addFact } from '../core/suppression/address-facts.ts';
import { lockAddresses } from '../core/suppression/address-lock.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import type { Database } from '../platform/db/index.ts';
import { markClicked, selectRecipient, workspaceExists } from './unsubscribe.sql.ts';

interface Deps {
  /** Separate from other requests, so that it works when they have used up their connections. */
  recordDb: Database;
  stopDb: Database;
  suppression: Suppression;
}

/** No workspace has this id. */
const noWorkspace = '00000000-0000-0000-0000-000000000000';

/**
 * Records that an address unsubscribed, in a transaction that does not wait for the prospect:
 * whatever happens next, no email is claimed for it. False if the workspace does not exist.
 */
export const recordUnsubscribe = (
  { recordDb, suppression }: Deps,
  request: UnsubscribeRequest | null,
  { at, correlationId }: { at: Date; correlationId: string },
): Promise<boolean> =>
  // A forged link takes the same look-up as one of a workspace that does not exist.
  recordDb.transaction(request?.workspaceId ?? noWorkspace, async (tx) => {
    if (!(await workspaceExists(tx)) || request === null) return false;
    const [recipient, isNew] = await Promise.all([
      selectRecipient(tx, request.messageId),
      addFact(tx, suppression, request.emailHash, 'unsubscribed', at),
    ]);
    if (!isNew) return true;
    const acting: ActorTransaction = {
      tx,
      actor: { actor: { kind: 'system', id: null }, correlationId },
    };
    if (recipient) {
      const { prospectId } = recipient;
      emit(acting, [{ type: 'prospect.unsubscribed', prospectId, data: recipient }]);
    }
    record(acting, {
      action: 'prospect.unsubscribed',
      target: recipient?.prospectId ?? null,
      detail: { messageId: request.messageId, campaignId: recipient?.campaignId ?? null },
    });
    return true;
  });

/** The address alone, for when the queue of events is locked. It waits for no lock. */
export const recordOnlyFact = (
  { recordDb, suppression }: Deps,
  { workspaceId, emailHash }: UnsubscribeRequest,
  at: Date,
): Promise<boolean> =>
  recordDb.transaction(workspaceId, async (tx) => {
    if (!(await workspaceExists(tx))) return false;
    await addFact(tx, suppression, emailHash, 'unsubscribed', at);
    return true;
  });

/**
 * Ends the person's enrollments. Once this returns, no email to them leaves, also if another prospect
 * has the address now.
 */
export const stopRecipient = (
  { stopDb }: Deps,
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
