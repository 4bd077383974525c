import type { ManageResult } from '@outcrop/contract';
import { prospectExists } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Position } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { byCreation, pageOf } from '../platform/page.ts';
import { timeline } from './timeline.sql.ts';

type Timeline = ManageResult<'getProspectTimeline'>;

/** Returns the events of one prospect, newest first. */
export async function getProspectTimeline({
  params: { prospectId },
  query,
  tx,
}: ManageCall<'getProspectTimeline'>): Promise<Timeline> {
  const select = (after: Position | null, take: number) => timeline(tx, prospectId, take, after);
  const [exists, { rows, nextCursor }] = await Promise.all([
    prospectExists(tx, prospectId),
    pageOf(query, { prospectId }, select, byCreation),
  ]);
  if (!exists) throw notFound('prospect', prospectId);
  return { entries: rows as Timeline['entries'], nextCursor };
}
