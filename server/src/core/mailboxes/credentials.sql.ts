import { sql, type Tx } from '../../platform/db/index.ts';

/** The access token of a mailbox, sealed. */
export interface StoredToken {
  /** Null after the provider ended the sign-in. */
  secret: string | null;
  accessToken: string | null;
  endsAt: Date | null;
  leasedUntil: Date | null;
}

export async function selectToken(tx: Tx, mailboxId: string): Promise<StoredToken | undefined> {
  const [token] = await tx.rows<StoredToken>(sql`
    select secret, access_token as "accessToken", access_token_ends_at as "endsAt",
      token_leased_until as "leasedUntil"
    from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status <> 'removed'`);
  return token;
}

/** Of all callers that see an expired token, one gets the lease and the sealed refresh token. */
export async function acquireRefreshLease(
  tx: Tx,
  { mailboxId, leaseId, at, until, endsBy }: RefreshLease & { until: Date; endsBy: Date },
): Promise<string | undefined> {
  const [lease] = await tx.rows<{ secret: string }>(sql`
    update mailbox set token_lease_id = ${leaseId}, token_leased_until = ${until}
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status <> 'removed'
      and secret is not null
      and (access_token is null or access_token_ends_at <= ${endsBy})
      and (token_leased_until is null or token_leased_until <= ${at})
    returning secret`);
  return lease?.secret;
}

export interface RefreshLease {
  mailboxId: string;
  leaseId: string;
  at: Date;
}

export const releaseRefreshLease = (tx: Tx, { mailboxId, leaseId }: Omit<RefreshLease, 'at'>) =>
  tx.run(sql`
    update mailbox set token_lease_id = null, token_leased_until = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and token_lease_id = ${leaseId}`);

/** Stores the issued tokens, unless the lease was lost or the user signed in again. */
export const storeToken = (
  tx: Tx,
  { mailboxId, leaseId }: Omit<RefreshLease, 'at'>,
  { accessToken, endsAt, secret }: { accessToken: string; endsAt: Date; secret: string | null },
): Promise<number> =>
  tx.run(sql`
    update mailbox set access_token = ${accessToken}, access_token_ends_at = ${endsAt},
      secret = coalesce(${secret}, secret), token_lease_id = null, token_leased_until = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and token_lease_id = ${leaseId}`);

/**
 * Records that the provider ended the sign-in. Deletes the secret, so that no other caller asks the
 * provider again. Returns the address of the mailbox if it did not need attention before.
 */
export async function storeSignedOut(
  tx: Tx,
  { mailboxId, leaseId, at }: RefreshLease,
  detail: string,
): Promise<string | undefined> {
  const [mailbox] = await tx.rows<{ address: string; status: string }>(sql`
    with before as (
      select status from mailbox
      where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and token_lease_id = ${leaseId}
      for no key update)
    update mailbox set secret = null, access_token = null, access_token_ends_at = null,
      token_lease_id = null, token_leased_until = null,
      status = case when mailbox.status = 'paused' then mailbox.status else 'needs_attention' end,
      reason = 'signed_out', detail = ${detail}, failing_since = coalesce(failing_since, ${at}),
      rest_until = null, send_at = null
    from before
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and token_lease_id = ${leaseId}
    returning address, before.status`);
  return mailbox && ['ok', 'resting'].includes(mailbox.status) ? mailbox.address : undefined;
}

/** Deletes an unexpired token that a mail server refused. */
export const dropToken = (tx: Tx, mailboxId: string, accessToken: string): Promise<number> =>
  tx.run(sql`
    update mailbox set access_token = null, access_token_ends_at = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and access_token = ${accessToken}`);
