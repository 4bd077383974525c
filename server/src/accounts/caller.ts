import type { Role } from '@outcrop/contract';
import { type Database, sql } from '../platform/db/index.ts';
import type { Caller } from '../platform/http/call.ts';
import { hashToken, isTokenOf } from './token.ts';

/** The caller with all that GET /session tells: one look-up answers both. */
export interface TokenCaller extends Caller {
  user: { name: string; email: string };
  workspace: { name: string };
  plan: { id: string; name: string; allowsEnrichment: boolean };
  token: { name: string; createdAt: Date; expiresAt: Date | null };
  imports: { monthly: number; used: number };
  credits: { monthly: number; balance: number; reserved: number };
}

interface Row {
  token_id: string;
  token_name: string;
  token_created_at: Date;
  token_expires_at: Date | null;
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

/**
 * Asked on every request and never remembered: from the moment a token, a member or a role is
 * changed, no process acts on what was true before.
 */
export async function authenticate(
  db: Database,
  cell: string,
  header: string | undefined,
): Promise<TokenCaller | null> {
  const token = /^Bearer +([!-~]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined || !isTokenOf(cell, token)) return null;
  const [row] = await db.ask<Row>(sql`select * from authenticate_token(${hashToken(token)})`);
  if (!row) return null;
  return {
    tokenId: row.token_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    user: { name: row.user_name, email: row.user_email },
    workspace: { name: row.workspace_name },
    plan: { id: row.plan_id, name: row.plan_name, allowsEnrichment: row.allows_enrichment },
    token: {
      name: row.token_name,
      createdAt: row.token_created_at,
      expiresAt: row.token_expires_at,
    },
    imports: { monthly: row.monthly_imports, used: row.imports },
    credits: {
      monthly: row.monthly_credits,
      balance: row.credits_balance,
      reserved: row.credits_reserved,
    },
  };
}
