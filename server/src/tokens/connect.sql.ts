import { connectMinutes } from '@outcrop/contract';
import { type Database, type Sql, sql, type Tx } from '../platform/db/index.ts';

/** A browser that requests a token, as its user sees it. */
interface ConnectingBrowser {
  browser: string;
  address: string;
}

/** Returns false if the code is taken by another browser. */
export async function addConnectRequest(
  db: Database,
  {
    deviceHash,
    codeHash,
    browser,
    address,
  }: ConnectingBrowser & { deviceHash: Buffer; codeHash: Buffer },
): Promise<boolean> {
  const [row] = await db.query<{ added: boolean }>(sql`
    select add_connect_request(
      ${deviceHash}, ${codeHash}, ${browser}, ${address}, ${connectMinutes}::integer) as added`);
  return row!.added;
}

export async function findConnectRequest(
  tx: Tx,
  codeHash: Buffer,
): Promise<(ConnectingBrowser & { createdAt: Date; expiresAt: Date }) | undefined> {
  const [row] = await tx.rows<ConnectingBrowser & { createdAt: Date; expiresAt: Date }>(sql`
    select browser, address, created_at as "createdAt", expires_at as "expiresAt"
    from find_connect_request(${codeHash})`);
  return row;
}

export async function denyConnectRequest(
  tx: Tx,
  codeHash: Buffer,
): Promise<ConnectingBrowser | undefined> {
  const [row] = await tx.rows<ConnectingBrowser>(
    sql`select browser, address from deny_connect_request(${codeHash})`,
  );
  return row;
}

/** Turns the request into a grant. Of several calls at once, one gets the row. */
export async function grantConnectRequest(
  tx: Tx,
  codeHash: Buffer,
  userId: string,
): Promise<ConnectingBrowser | undefined> {
  const [row] = await tx.rows<ConnectingBrowser>(sql`
    insert into connect_grant (workspace_id, device_hash, user_id, browser, address, expires_at)
    select ${tx.workspaceId}, device_hash, ${userId}, browser, address,
           -- A code that is confirmed in its last second can still be used.
           greatest(expires_at, now() + interval '1 minute')
    from take_connect_request(${codeHash})
    returning browser, address`);
  return row;
}

export async function findConnectStatus(
  db: Database,
  deviceHash: Buffer,
): Promise<
  { status: 'waiting' | 'denied' } | { status: 'confirmed'; workspaceId: string } | undefined
> {
  const [row] = await db.query<
    { status: 'waiting' | 'denied' } | { status: 'confirmed'; workspaceId: string }
  >(sql`select status, workspace_id as "workspaceId" from find_connect_status(${deviceHash})`);
  return row;
}

/** An active token, before its workspace is known. */
export async function findToken(
  db: Database,
  hash: Buffer,
): Promise<{ id: string; workspaceId: string } | undefined> {
  const [row] = await db.query<{ id: string; workspaceId: string }>(sql`
    select token_id as id, workspace_id as "workspaceId" from authenticate_token(${hash})`);
  return row;
}

/** Of several calls at once, one gets the row. */
export async function takeConnectGrant(
  tx: Tx,
  deviceHash: Buffer,
): Promise<(ConnectingBrowser & { userId: string }) | undefined> {
  const [row] = await tx.rows<ConnectingBrowser & { userId: string }>(sql`
    delete from connect_grant
    where workspace_id = ${tx.workspaceId} and device_hash = ${deviceHash} and expires_at > now()
    returning user_id as "userId", browser, address`);
  return row;
}

export const deleteConnectGrants = (tx: Tx): Sql =>
  sql`delete from connect_grant where workspace_id = ${tx.workspaceId}`;
