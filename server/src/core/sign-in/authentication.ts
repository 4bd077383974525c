import type { Role, TokenKind } from '@outcrop/contract';
import { freshMinutes } from '@outcrop/contract';
import type { Caller, SessionUser } from '../../platform/caller.ts';
import { type Database, sql } from '../../platform/db/index.ts';
import type { RequestSender } from '../../platform/http/endpoint-call.ts';
import { hashToken, isTokenOf } from '../tokens/access-token.ts';
import type { UnknownTokens } from './unknown-tokens.ts';

/** A workspace member with all data for GET /session and GET /usage, from a single lookup. */
export interface MemberCaller extends Caller {
  user: { name: string; email: string };
  workspace: { name: string };
  plan: { id: string; name: string; allowsEnrichment: boolean };
  /** Whether the workspace has set a language model of its own. */
  hasOwnModel: boolean;
  /** Null for a session. */
  token: { name: string; createdAt: Date; expiresAt: Date | null } | null;
  imports: { monthly: number; used: number };
  credits: { monthly: number; balance: number; reserved: number };
}

/** A signed-in user. */
export interface SignedInUser extends SessionUser {
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
  has_own_model: boolean;
  monthly_imports: number;
  imports: number;
  monthly_credits: number;
  credits_balance: number;
  credits_reserved: number;
}

interface TokenRow extends MemberRow {
  token_id: string;
  token_name: string;
  token_kind: TokenKind;
  token_created_at: Date;
  token_expires_at: Date | null;
}

type SessionRow = Pick<MemberRow, 'user_id' | 'user_name' | 'user_email'> & {
  session_id: string;
  fresh_at: Date;
  two_factor: boolean;
} & (MemberRow | { role: null });

/**
 * Checked on every request and never cached, so a revoked token or changed role takes effect
 * immediately.
 */
export async function authenticateToken(
  { db, cell, unknownTokens }: { db: Database; cell: string; unknownTokens: UnknownTokens },
  header: string | undefined,
  { address, disconnectSignal }: RequestSender,
): Promise<MemberCaller | null> {
  const token = /^Bearer +([!-~]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined || !isTokenOf(cell, token)) return null;
  const hash = hashToken(token);
  const key = hash.toString('base64');
  unknownTokens.rejectIfBlocked(key, address);
  const [row] = await db.query<TokenRow>(
    sql`select * from authenticate_token(${hash})`,
    key,
    disconnectSignal,
  );
  if (!row) {
    await unknownTokens.recordUnknown(key, address);
    return null;
  }
  unknownTokens.recordRecognized(key);
  return {
    ...memberOf(row),
    tokenId: row.token_id,
    tokenKind: row.token_kind,
    token: {
      name: row.token_name,
      createdAt: row.token_created_at,
      expiresAt: row.token_expires_at,
    },
  };
}

/** Like `authenticateToken`, for a session and the workspace that the request names. */
export async function authenticateSession(
  db: Database,
  sessionToken: string,
  workspaceId: string | null,
  { disconnectSignal }: RequestSender,
): Promise<{ user: SignedInUser; caller: MemberCaller | null } | null> {
  const [row] = await db.query<SessionRow>(
    sql`select * from authenticate_session(${sessionToken}, ${workspaceId}::uuid)`,
    sessionToken,
    disconnectSignal,
  );
  if (!row) return null;
  return {
    user: {
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
  tokenKind: null,
  userId: row.user_id,
  workspaceId: row.workspace_id,
  role: row.role,
  user: { name: row.user_name, email: row.user_email },
  workspace: { name: row.workspace_name },
  plan: { id: row.plan_id, name: row.plan_name, allowsEnrichment: row.allows_enrichment },
  hasOwnModel: row.has_own_model,
  token: null,
  imports: { monthly: row.monthly_imports, used: row.imports },
  credits: {
    monthly: row.monthly_credits,
    balance: row.credits_balance,
    reserved: row.credits_reserved,
  },
});
