import { type Position, readCursor, writeCursor } from './cursor.ts';

/**
 * One page, newest first. `select` gets the position to start after and how many rows to read: one
 * more than the page has, to see whether there is another. A cursor works with the same filters only.
 */
export async function pageOf<Row>(
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined },
  filters: object,
  select: (after: Position | null, take: number) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor, filters);
  const found = await select(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)! : null;
  return { rows, nextCursor: last && writeCursor(positionOf(last), filters) };
}

export const byCreation = ({ createdAt, id }: { createdAt: Date; id: string }): Position => ({
  at: createdAt,
  id,
});
