import type { WordRange } from '../core/search/word-rules.ts';
import { join, type Sql, sql, type Tx } from '../platform/db/index.ts';

/**
 * For a word with more messages, the newest conversations are tried, instead of collecting and sorting
 * all.
 */
const maxHits = 1_000;

/** The plan of a search for conversations that contain all words. */
export interface WordSearch {
  /** The word with the fewest messages. Null if every word has too many. */
  start: WordRange | null;
  /** The words that are checked in each conversation. */
  rest: WordRange[];
}

/** The words of everyone's messages and of the user's own, as two ranges of the index. */
const isVisibleWord = (tx: Tx, userId: string): Sql =>
  sql`visible_to = any(${[tx.workspaceId, userId]}::uuid[])`;

/** Counts the messages of each word, up to a limit, to begin with the rarest. */
export async function planSearch(tx: Tx, userId: string, ranges: WordRange[]): Promise<WordSearch> {
  const counted = await tx.rows<WordRange & { hits: number }>(sql`
    select range."from", range.below, hit.count::int as hits
    from json_to_recordset(${JSON.stringify(ranges)}) as range ("from" text, below text)
    cross join lateral (
      select count(*) from (
        select from message_word
        where workspace_id = ${tx.workspaceId} and ${isVisibleWord(tx, userId)} and word >= range."from" and word < range.below
        limit ${maxHits + 1}) as entry) as hit
    order by hits`);
  const words = counted.map(({ from, below }) => ({ from, below }));
  return counted[0]!.hits <= maxHits
    ? { start: words[0]!, rest: words.slice(1) }
    : { start: null, rest: words };
}

/** The conversations with a word, as `hit`. */
export const conversationsWith = (tx: Tx, userId: string, { from, below }: WordRange): Sql => sql`
  (select distinct conversation_id as id from message_word
   where workspace_id = ${tx.workspaceId} and ${isVisibleWord(tx, userId)} and word >= ${from} and word < ${below}) as hit`;

/**
 * Whether the messages of a conversation `c` contain all these words together. OFFSET 0 keeps the
 * planner from joining all messages of the workspace.
 */
export const hasWords = (tx: Tx, ranges: WordRange[]): Sql =>
  join(
    [
      sql`true`,
      ...ranges.map(
        ({ from, below }) => sql`exists (
          select from message m
          join message_body body on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id
            and body.stored_at = m.stored_at
          where m.workspace_id = ${tx.workspaceId} and m.conversation_id = c.id
            and exists (select from unnest(body.words) as word
                        where word collate "C" >= ${from} and word collate "C" < ${below})
          offset 0)`,
      ),
    ],
    ' and ',
  );
