import type { Acting } from '../../platform/scope.ts';
import { record } from '../audit/record.ts';
import { factKey, insertFacts, type NewFact } from './effects.sql.ts';
import type { UnsubscribeEmail } from './message-key-rules.ts';

/**
 * Records that addresses unsubscribed, whether or not a prospect has them, as the link does. No message
 * is stored, so the audit log has what is known of it.
 */
export async function recordUnsubscribed(
  acting: Acting,
  unsubscribed: UnsubscribeEmail[],
  at: Date,
): Promise<void> {
  const factOf = ({ emailHash }: UnsubscribeEmail): NewFact => ({
    hash: emailHash,
    kind: 'unsubscribed',
  });
  const byAddress = new Map(unsubscribed.map((each) => [factKey(factOf(each)), each]));
  const added = await insertFacts(acting.tx, [...byAddress.values()].map(factOf), at);
  for (const [key, { outboundId }] of byAddress)
    if (added.has(key))
      record(acting, {
        action: 'prospect.unsubscribed',
        target: null,
        detail: { messageId: outboundId, campaignId: null },
      });
}
