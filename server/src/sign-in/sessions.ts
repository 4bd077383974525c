import { errorMessages, type ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { SignInDeps } from './post-sign-in.ts';

interface SessionRow {
  id: string;
  address: string | null;
  device: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export async function getMeSessions({
  user,
  deps: { identity },
}: ManageCall<'getMeSessions', SignInDeps>): Promise<ManageResult<'getMeSessions'>> {
  const rows = await identity.rows<SessionRow>(sql`
    select "id", nullif("ipAddress", '') as address, nullif("userAgent", '') as device,
           "createdAt", "expiresAt"
    from "session"
    where "userId" = ${user.userId} and "expiresAt" > now()
    order by "createdAt" desc, "id" desc
    limit 100`);
  return {
    sessions: rows.map((row) => ({ ...row, current: row.id === user.sessionId })),
  };
}

export async function deleteMeSession({
  user,
  params: { sessionId },
  deps: { identity },
}: ManageCall<'deleteMeSession', SignInDeps>): Promise<ManageResult<'deleteMeSession'>> {
  const deletedSessions = await identity.rows(sql`
    delete from "session" where "userId" = ${user.userId} and "id" = ${sessionId} returning 1`);
  if (deletedSessions.length === 0)
    throw new ApiError('not_found', errorMessages.noSession, {
      notFound: [sessionId],
    });
  return {};
}

export async function deleteMeSessions({
  user,
  deps: { identity },
}: ManageCall<'deleteMeSessions', SignInDeps>): Promise<ManageResult<'deleteMeSessions'>> {
  const deletedSessions = await identity.rows(sql`
    delete from "session" where "userId" = ${user.userId} and "id" <> ${user.sessionId} returning 1`);
  return { ended: deletedSessions.length };
}
