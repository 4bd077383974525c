import { randomUUID } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import { storeMessages } from '../../src/core/receiving/store-messages.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { MailTokens, unsubscribePath } from '../../src/core/sending/mail-tokens.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { settleNamedEmails } from '../../src/sending/settle-unknown.job.ts';
import { receivedMessage } from '../receiving/receiving-client.ts';
import type { TestService } from '../service.ts';
import { workerDatabase } from './mail-workspace.ts';

/** Forbids an email. A status of 200 is the acknowledgement. */
type Stop = () => Promise<{ status: number }>;

/** An Admin in a workspace. */
export interface RaceAccount {
  workspaceId: string;
  token: string;
}

/** Prepares to stop an email. */
export type StopKind = (account: RaceAccount, message: CampaignEmail) => Stop | Promise<Stop>;

/** Every way to stop an email. After its acknowledgement, the email must not leave. */
export function stopKinds(service: TestService): Record<string, StopKind> {
  const key = readConfig().SUPPRESSION_KEY!;
  const [suppression, tokens] = [new Suppression(key), new MailTokens(key)];
  const storingDeps = { suppression, tokens, settleUnknown: settleNamedEmails };
  const db = workerDatabase(service);

  const bulk =
    (action: string): StopKind =>
    ({ token }, { prospectId }) =>
    () =>
      service.call(token, 'POST', '/bulk', { body: { action, prospectIds: [prospectId] } });

  const patch =
    (pathOf: (message: CampaignEmail) => string, body: object): StopKind =>
    ({ token }, message) =>
    () =>
      service.call(token, 'PATCH', `/api/v1/manage${pathOf(message)}`, { body });

  const campaign = ({ campaignId }: CampaignEmail) => `/campaigns/${campaignId}`;
  const mailbox = (message: CampaignEmail) => `/mailboxes/${message.mailbox.id}`;

  return {
    'a suppression': bulk('suppress'),
    'an unsubscribe': ({ workspaceId }, { id, recipient }) => {
      const token = tokens.unsubscribeToken({
        workspaceId,
        messageId: id,
        emailHash: suppression.emailHash(recipient.emailKey),
      });
      return () => fetch(`${service.origin}${unsubscribePath}/${token}`, { method: 'POST' });
    },
    'a stored reply':
      ({ workspaceId }, { mailbox, recipient }) =>
      async () => {
        const from = { name: 'Jane Doe', address: recipient.email };
        await db.transaction(workspaceId, (tx) =>
          storeMessages(tx, storingDeps, mailbox, [receivedMessage({ from })], new Date()),
        );
        return { status: 200 };
      },
    'a paused campaign': patch(campaign, { status: 'paused' }),
    'an archived campaign': patch(campaign, { status: 'archived' }),
    'a paused mailbox': patch(mailbox, { paused: true }),
    'a deletion': bulk('delete'),
    'a merge': async ({ token }, { prospectId: mergeId }) => {
      const leads = [{ email: `${randomUUID()}@acme.example` }];
      const { data } = await service.call(token, 'POST', '/leads', { body: { leads } });
      const body = { keepId: data.prospectIds[0], mergeId };
      return () => service.call(token, 'POST', '/api/v1/manage/prospects/merge', { body });
    },
  };
}
