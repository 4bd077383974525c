import { raw, type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface SignedInMailbox {
  mailboxId: string;
  provider: string;
  secret: string;
  accessToken: string;
  endsAt: Date;
  at: Date;
}

/**
 * Stores the tokens. A refresh that is under way loses its lease, so that it cannot store older ones.
 * A mailbox that was signed out goes on; a new one still needs a test.
 */
export const storeSignIn = (
  tx: Tx,
  { mailboxId, provider, secret, accessToken, endsAt, at }: SignedInMailbox,
): Promise<number> =>
  tx.run(sql`
    update mailbox set auth = 'oauth', provider = ${provider}, secret = ${secret},
      access_token = ${accessToken}, access_token_ends_at = ${endsAt},
      token_lease_id = null, token_leased_until = null
      ${signedOut('status', sql`case when status = 'paused' then status else 'ok' end`)}
      ${signedOut('send_at', sql`case when status = 'paused' then null else ${at}::timestamptz end`)}
      ${signedOut('reason', sql`null`)} ${signedOut('detail', sql`null`)}
      ${signedOut('failing_since', sql`null`)}
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status <> 'removed'`);

/** Sets a column of a mailbox that was signed out, and keeps it otherwise. */
const signedOut = (column: string, value: Sql): Sql =>
  sql`, ${raw(column)} = case when reason = 'signed_out' then ${value} else ${raw(column)} end`;
