import type { ManageData } from '@outcrop/contract';
import { prospectExists } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { timeline } from './timeline.sql.ts';

type Timeline = ManageData<'getProspectTimeline'>;

/** Returns the events of one prospect, newest first. */
export async function getProspectTimeline({
  params: { prospectId },
  query: { cursor, limit = 50 },
  tx,
}: ManageCall<'getProspectTimeline'>): Promise<Timeline> {
  const after = cursor === undefined ? undefined : readCursor(cursor, { prospectId });
  const [exists, found] = await Promise.all([
    prospectExists(tx, prospectId),
    timeline(tx, prospectId, limit + 1, after && { createdAt: after.at, id: after.id }),
  ]);
  if (!exists) throw notFound('prospect', prospectId);
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1)! : null;
  return {
    entries: entries.map((entry) => ({
      ...entry,
      createdAt: entry.createdAt.toISOString(),
    })) as Timeline['entries'],
    nextCursor: last && writeCursor({ at: last.createdAt, id: last.id }, { prospectId }),
  };
}
