import type { SealedColumn } from '../../platform/crypto/reseal-secrets.ts';
import type { SealContext } from '../../platform/crypto/sealing.ts';
import { sql } from '../../platform/db/index.ts';

/** Binds a secret to its mailbox. */
export const mailboxSealContext = (workspaceId: string, mailboxId: string): SealContext => ({
  workspaceId,
  purpose: `mailbox ${mailboxId}`,
});

export const sealedMailboxSecrets: SealedColumn = {
  name: 'secrets of mailboxes',
  select: sql`
    select workspace_id, secret as sealed, 'mailbox ' || id as purpose from mailbox where secret is not null`,
  update: (swap) => sql`
    update mailbox set secret = swap.after from ${swap} where secret = swap.before`,
};

/** Binds an access token to its mailbox. */
export const tokenSealContext = (workspaceId: string, mailboxId: string): SealContext => ({
  workspaceId,
  purpose: `mailbox token ${mailboxId}`,
});

export const sealedAccessTokens: SealedColumn = {
  name: 'access tokens of mailboxes',
  select: sql`
    select workspace_id, access_token as sealed, 'mailbox token ' || id as purpose from mailbox
    where access_token is not null`,
  update: (swap) => sql`
    update mailbox set access_token = swap.after from ${swap} where access_token = swap.before`,
};
