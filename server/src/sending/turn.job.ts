import { type Lease, releaseLease } from '../core/mailboxes/wake.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { composeMessage } from '../core/sending/compose.ts';
import type { MailTokens } from '../core/sending/mail-tokens.ts';
import { unsubscribeLinks } from '../core/sending/unsubscribe-links.ts';
import type { Tx } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { type Claim, claimNext } from './claim.ts';
import type { WithAcceptance } from './hand-over.ts';
import { type SendDeps, sendEmail } from './send-email.ts';

export interface TurnDeps extends SendDeps {
  tokens: MailTokens;
  /** Where the unsubscribe page is. */
  publicUrl: string;
}

/** Other workspaces wait meanwhile. After a second, a job gives its slot to another one anyway. */
const maxTurnMs = 1_000;
const maxEmails = 20;

/**
 * Sends the next email of a mailbox, and further ones as long as it may send again at once, and gives
 * the mailbox back.
 */
export const runSendTurn =
  (deps: TurnDeps) =>
  async (lease: Lease, context: JobContext): Promise<void> => {
    const startedAt = deps.clock().getTime();
    const claim = async (tx: Tx) =>
      claimNext(tx, { ...lease, at: deps.clock(), random: Math.random }, deps);
    const releaseMailbox = async (tx: Tx) => releaseLease(tx, lease);

    let current: Claim | undefined = await context.transaction(claim);
    let isReleased = false;
    for (let sent = 1; current && 'message' in current; sent++) {
      const { message, nextAt } = current;
      current = undefined;
      // The next email is claimed, or the job completed, by the transaction that records this one.
      const withAcceptance: WithAcceptance = async (record) => {
        const at = deps.clock();
        const hasTime = sent < maxEmails && at.getTime() - startedAt < maxTurnMs;
        const isFree = nextAt !== null && nextAt <= at;
        try {
          if (hasTime && isFree && !context.signal.aborted) {
            let next: Claim | undefined;
            await context.transaction((tx) =>
              record(tx, async () => {
                next = await claim(tx);
              }),
            );
            current = next;
          } else {
            await context.finish((tx) => record(tx, releaseMailbox));
            isReleased = true;
          }
          return true;
        } catch (error) {
          context.log.warn({ err: error }, 'a turn ends after an email that was accepted');
          return false;
        }
      };
      await send(deps, context.workspaceId, message, withAcceptance);
    }
    if (!isReleased) await context.finish(releaseMailbox);
  };

async function send(
  deps: TurnDeps,
  workspaceId: string,
  message: ClaimedMessage,
  withAcceptance: WithAcceptance,
): Promise<void> {
  const { id: messageId, recipient, mailbox } = message;
  const emailHash = deps.suppression.emailHash(recipient.emailKey);
  const links = unsubscribeLinks(
    deps.tokens,
    { workspaceId, messageId, emailHash },
    { origin: deps.publicUrl, sender: mailbox.address },
  );
  const composed = await composeMessage(message, { at: deps.clock(), ...links });
  await sendEmail(deps, workspaceId, message, composed, withAcceptance);
}
