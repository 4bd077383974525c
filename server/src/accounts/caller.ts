import type { Role } from '@outcrop/contract';
import { freshMinutes } from '@outcrop/contract';
import { type Database, sql } from '../platform/db/index.ts';
import type { Caller, Person, Sender } from '../platform/http/call.ts';
import { hashToken, isTokenOf } from './token.ts';
import type { UnknownTokens } from './unknown-tokens.ts';

/** A member of a workspace with all that GET /session and GET /usage tell: one look-up answers all. */
export interface MemberCaller extends Caller {
  user: { name: string; email: string };
  workspace: { name: string };
  plan: { id: string; name: string; allowsEnrichment: boolean };
  /** Null for someone who is signed in. */
  token: { name: string; createdAt: Date; expiresAt: Date | null } | null;
  imports: { monthly: number; used: number };
  credits: { monthly: number; balance: number; reserved: number };
}

/** Someone who is signed in, and who they are in the workspace that they named, if they are in it. */
export interface SignedIn extends Person {
  user: { name: string; email: string };
  twoFactor: boolean;
}

interface MemberRow {
  user_id: string;
  user_name: string;
  user_email: string;
  role: Role;
  workspace_id: string;
  workspace_name: string;
  plan_id: string;
  plan_name: string;
  allows_enrichment: boolean;
  monthly_imports: number;
  imports: number;
  monthly_credits: number;
  credits_balance: number;
  credits_reserved: number;
}

interface TokenRow extends MemberRow {
  token_id: string;
  token_name: string;
  token_created_at: Date;
  token_expires_at: Date | null;
}

type SessionRow = Pick<MemberRow, 'user_id' | 'user_name' | 'user_email'> & {
  session_id: string;
  fresh_at: Date;
  two_factor: boolean;
} & (MemberRow | { role: null });

/**
 * Asked on every request and never remembered: from the moment a token, a member or a role is
 * changed, no process acts on what was true before.
 */
export async function authenticate(
  { db, cell, unknownTokens }: { db: Database; cell: string; unknownTokens: UnknownTokens },
  header: string | undefined,
  { address, gone }: Sender,
): Promise<MemberCaller | null> {
  const token = /^Bearer +([!-~]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined || !isTokenOf(cell, token)) return null;
  const hash = hashToken(token);
  const key = hash.toString('base64');
  unknownTokens.refuse(key, address);
  const [row] = await db.ask<TokenRow>(sql`select * from authenticate_token(${hash})`, key, gone);
  if (!row) {
    await unknownTokens.unknown(key, address);
    return null;
  }
  unknownTokens.recognized(key);
  return {
    ...memberOf(row),
    tokenId: row.token_id,
    token: {
      name: row.token_name,
      createdAt: row.token_created_at,
      expiresAt: row.token_expires_at,
    },
  };
}

/** The same for a session, whose workspace is the one that the request names. */
export async function authenticateSession(
  db: Database,
  sessionToken: string,
  workspaceId: string | null,
  { gone }: Sender,
): Promise<{ person: SignedIn; caller: MemberCaller | null } | null> {
  const [row] = await db.ask<SessionRow>(
    sql`select * from authenticate_session(${sessionToken}, ${workspaceId}::uuid)`,
    sessionToken,
    gone,
  );
  if (!row) return null;
  return {
    person: {
      userId: row.user_id,
      sessionId: row.session_id,
      freshUntil: new Date(row.fresh_at.getTime() + freshMinutes * 60_000),
      user: { name: row.user_name, email: row.user_email },
      twoFactor: row.two_factor,
    },
    caller: row.role === null ? null : memberOf(row),
  };
}

const memberOf = (row: MemberRow): MemberCaller => ({
  tokenId: null,
  userId: row.user_id,
  workspaceId: row.workspace_id,
  role: row.role,
  user: { name: row.user_name, email: row.user_email },
  workspace: { name: row.workspace_name },
  plan: { id: row.plan_id, name: row.plan_name, allowsEnrichment: row.allows_enrichment },
  token: null,
  imports: { monthly: row.monthly_imports, used: row.imports },
  credits: {
    monthly: row.monthly_credits,
    balance: row.credits_balance,
    reserved: row.credits_reserved,
  },
});
