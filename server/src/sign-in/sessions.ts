import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { CallWithoutWorkspace, SessionUser } from '../platform/http/call.ts';
import type { SignInDeps } from './post-sign-in.ts';

interface SessionRow {
  id: string;
  address: string | null;
  device: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export const getMeSessions =
  ({ identity }: SignInDeps) =>
  async ({
    user,
  }: CallWithoutWorkspace<typeof manageEndpoints.getMeSessions, SessionUser>): Promise<
    ManageData<'getMeSessions'>
  > => {
    const rows = await identity.rows<SessionRow>(sql`
      select "id", nullif("ipAddress", '') as address, nullif("userAgent", '') as device,
             "createdAt", "expiresAt"
      from "session"
      where "userId" = ${user.userId} and "expiresAt" > now()
      order by "createdAt" desc, "id" desc
      limit 100`);
    return {
      sessions: rows.map((row) => ({
        ...row,
        current: row.id === user.sessionId,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
    };
  };

export const deleteMeSession =
  ({ identity }: SignInDeps) =>
  async ({
    user,
    params: { sessionId },
  }: CallWithoutWorkspace<typeof manageEndpoints.deleteMeSession, SessionUser>): Promise<
    ManageData<'deleteMeSession'>
  > => {
    const ended = await identity.rows(sql`
      delete from "session" where "userId" = ${user.userId} and "id" = ${sessionId} returning 1`);
    if (ended.length === 0)
      throw new ApiError('not_found', 'You have no session with this id. Check the id.', {
        notFound: [sessionId],
      });
    return {};
  };

export const deleteMeSessions =
  ({ identity }: SignInDeps) =>
  async ({
    user,
  }: CallWithoutWorkspace<typeof manageEndpoints.deleteMeSessions, SessionUser>): Promise<
    ManageData<'deleteMeSessions'>
  > => {
    const ended = await identity.rows(sql`
      delete from "session" where "userId" = ${user.userId} and "id" <> ${user.sessionId} returning 1`);
    return { ended: ended.length };
  };
