import { releaseLease } from '../core/mailboxes/wake.sql.ts';
import { composeMessage } from '../core/sending/compose.ts';
import type { MailTokens } from '../core/sending/mail-tokens.ts';
import { unsubscribeLinks } from '../core/sending/unsubscribe-links.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { claimNext } from './claim.ts';
import { type SendDeps, sendEmail } from './send-email.ts';

export interface TurnDeps extends SendDeps {
  tokens: MailTokens;
  /** Where the unsubscribe page is. */
  publicUrl: string;
}

/** Sends the next email of a mailbox, if it may send now, and gives the mailbox back. */
export const runSendTurn =
  (deps: TurnDeps) =>
  async (lease: { mailboxId: string; leaseId: string }, context: JobContext): Promise<void> => {
    const { workspaceId } = context;
    const at = deps.clock();
    const claim = await context.transaction((tx) =>
      claimNext(tx, { ...lease, at, random: Math.random }, deps),
    );
    if ('message' in claim) {
      const { message } = claim;
      const { id: messageId, recipient, mailbox } = message;
      const emailHash = deps.suppression.emailHash(recipient.emailKey);
      const links = unsubscribeLinks(
        deps.tokens,
        { workspaceId, messageId, emailHash },
        { origin: deps.publicUrl, sender: mailbox.address },
      );
      const composed = await composeMessage(message, { at, ...links });
      await sendEmail(deps, workspaceId, message, composed);
    }
    await context.finish(async (tx) => releaseLease(tx, lease));
  };
