import type { OperationContext } from '../../platform/caller.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endEnrollments } from '../campaigns/end-enrollments.sql.ts';
import { emitEvents, type NewEvent } from '../events/emit-events.ts';
import {
  type Suppression,
  type SuppressionKeys,
  suppressionKeysOf,
} from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { lockProspectsByKeys, updateProspects } from './prospects.sql.ts';

/**
 * Suppresses addresses, or ends their suppression, with the prospects that have them. Returns how many
 * addresses and which prospects changed.
 */
export async function suppressAddresses(
  scope: OperationContext<{ suppression: Suppression }>,
  addresses: SuppressionKeys[],
  doNotContact: boolean,
): Promise<{ affected: number; prospectIds: string[] }> {
  const { tx, deps } = scope;
  // Adding leads holds this lock while it looks up suppressions and inserts prospects.
  const [, owners, isSuppressed] = await Promise.all([
    lockUsage(tx),
    lockProspectsByKeys(tx, { ...suppressionKeysOf(addresses), name: [] }),
    deps.suppression.lookUp(tx, addresses),
  ]);
  const changed = owners.filter((prospect) => prospect.doNotContact !== doNotContact);
  const affected = addresses.filter((address) => isSuppressed(address) !== doNotContact);
  const prospectIds = changed.map(({ id }) => id);

  updateProspects(
    scope,
    changed.map((prospect) => ({ before: prospect, prospect, doNotContact })),
  );
  if (doNotContact) {
    deps.suppression.add(tx, [...affected, ...changed]);
    endEnrollments(tx, prospectIds, 'suppressed');
  } else deps.suppression.remove(tx, [...affected, ...changed]);
  emitEvents(
    scope,
    prospectIds.map((prospectId): NewEvent => {
      const type = doNotContact ? 'prospect.suppressed' : 'prospect.unsuppressed';
      return { type, prospectId, data: { prospectId } };
    }),
  );
  if (affected.length > 0)
    recordAudit(scope, {
      action: doNotContact ? 'suppression.added' : 'suppression.removed',
      target: null,
      detail: { addresses: affected.length, prospects: prospectIds.length },
    });
  return { affected: affected.length, prospectIds };
}
