import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { OpenCall, Person } from '../platform/http/call.ts';
import type { Door } from './post-sign-in.ts';

interface SessionRow {
  id: string;
  address: string | null;
  device: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export const getMeSessions =
  ({ identity }: Door) =>
  async ({
    person,
  }: OpenCall<typeof manageEndpoints.getMeSessions, Person>): Promise<
    ManageData<'getMeSessions'>
  > => {
    const rows = await identity.rows<SessionRow>(sql`
      select "id", nullif("ipAddress", '') as address, nullif("userAgent", '') as device,
             "createdAt", "expiresAt"
      from "session"
      where "userId" = ${person.userId} and "expiresAt" > now()
      order by "createdAt" desc, "id" desc
      limit 100`);
    return {
      sessions: rows.map((row) => ({
        ...row,
        current: row.id === person.sessionId,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
    };
  };

export const deleteMeSession =
  ({ identity }: Door) =>
  async ({
    person,
    params: { sessionId },
  }: OpenCall<typeof manageEndpoints.deleteMeSession, Person>): Promise<
    ManageData<'deleteMeSession'>
  > => {
    const ended = await identity.rows(sql`
      delete from "session" where "userId" = ${person.userId} and "id" = ${sessionId} returning 1`);
    if (ended.length === 0)
      throw new ApiError('not_found', 'There is no such session of yours. Check the id.', {
        notFound: [sessionId],
      });
    return {};
  };

export const deleteMeSessions =
  ({ identity }: Door) =>
  async ({
    person,
  }: OpenCall<typeof manageEndpoints.deleteMeSessions, Person>): Promise<
    ManageData<'deleteMeSessions'>
  > => {
    const ended = await identity.rows(sql`
      delete from "session" where "userId" = ${person.userId} and "id" <> ${person.sessionId} returning 1`);
    return { ended: ended.length };
  };
