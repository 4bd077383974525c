import type { Position } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { type ConversationFilters, orderOf, selectOldestTried } from './conversation-order.sql.ts';
import { type ConversationRow, selectConversations } from './conversations.sql.ts';

interface Page {
  at: Date;
  after: Position | null;
  limit: number;
}

/**
 * One page of conversations. `last` is where the next one continues, null if there is none. If no index
 * has all filters, a page reads a part of the conversations, and may have fewer than `limit`, or none.
 */
export async function selectPage(
  tx: Tx,
  userId: string,
  filters: ConversationFilters,
  { at, after, limit }: Page,
): Promise<{ rows: ConversationRow[]; last: Position | null }> {
  const isFew = filters.prospectId !== null || (filters.search?.start ?? null) !== null;
  const oldest =
    isFew || orderOf(filters).isExact ? null : await selectOldestTried(tx, userId, filters, after);
  const found = await selectConversations(tx, userId, filters, {
    ...{ at, after, oldest },
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? positionOf(rows.at(-1)!) : oldest };
}

const positionOf = ({ lastMessageAt, id }: ConversationRow): Position => ({
  at: lastMessageAt,
  id,
});
