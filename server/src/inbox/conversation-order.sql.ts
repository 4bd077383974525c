import type { ConversationState } from '@outcrop/contract';
import type { MessageKind } from '../core/receiving/message.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { empty, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { WordSearch } from './word-search.sql.ts';

export interface ConversationFilters {
  state: ConversationState | null;
  unread: boolean | null;
  kind: MessageKind | null;
  mailboxId: string | null;
  campaignId: string | null;
  prospectId: string | null;
  search: WordSearch | null;
}

export const visibleMailboxes = (tx: Tx, userId: string): Sql => sql`
  select id from mailbox where workspace_id = ${tx.workspaceId} and (shared or owner_id = ${userId})`;

/** Whether the user may see the mailbox that a message `m` was read in, if that is another one. */
export const isReadInVisibleMailbox = (tx: Tx, userId: string): Sql => sql`
  (m.other_mailbox_id is null or m.other_mailbox_id in (${visibleMailboxes(tx, userId)}))`;

export const mailboxesOf = (tx: Tx, userId: string, { mailboxId }: ConversationFilters): Sql =>
  sql`${visibleMailboxes(tx, userId)} ${mailboxId === null ? empty : sql`and id = ${mailboxId}`}`;

const statusesOf = ({ state }: ConversationFilters): ConversationState[] =>
  state === null ? ['open', 'closed', 'snoozed'] : state === 'open' ? ['open', 'snoozed'] : [state];

export const olderThan = (after: PagePosition | null): Sql =>
  after === null ? empty : sql`and (c.last_message_at, c.id) < (${after.at}, ${after.id}::uuid)`;

/**
 * How the conversations `c` of a mailbox are read, newest first. Each part is one range of an index.
 */
interface ConversationOrder {
  /** As `part`, with the column `value`. */
  parts: Sql;
  ofPart: Sql;
  /** Whether the index covers every filter. Otherwise most rows that are read may not match. */
  isExact: boolean;
}

/**
 * Chooses the index that leaves out most. Few conversations are unread, because only messages of people
 * make them unread. Most conversations of a campaign, and most open ones, have no reply and so no kind.
 */
export function orderOf(filters: ConversationFilters): ConversationOrder {
  const { state, unread, kind, campaignId, search } = filters;
  const isSearched = search !== null;
  const byUnread = sql`unnest(${unread === null ? [true, false] : [unread]}::boolean[])`;
  const byStatus = sql`unnest(${statusesOf(filters)}::text[])`;
  if (campaignId !== null && kind === null)
    return {
      parts: byUnread,
      ofPart: sql`c.campaign_id = ${campaignId} and c.unread = part.value`,
      isExact: state === null && !isSearched,
    };
  if (unread)
    return {
      parts: byUnread,
      ofPart: sql`c.unread = part.value`,
      // A reply opens its conversation, so hardly any other conversation is unread.
      isExact:
        kind === null && campaignId === null && (state === null || state === 'open') && !isSearched,
    };
  if (kind !== null)
    return {
      parts: byStatus,
      ofPart: sql`c.last_kind = ${kind} and c.status = part.value`,
      isExact: unread === null && campaignId === null && !isSearched,
    };
  return {
    parts: byStatus,
    ofPart: sql`c.status = part.value`,
    isExact: unread === null && !isSearched,
  };
}

/** The most conversations that one page tries, if most of them may not match. */
export const maxTried = 2_000;
/** The fewest that a page tries of each mailbox and part, however many mailboxes there are. */
const minOfPart = 50;

/**
 * The oldest conversation that a page tries, so that it tries `maxTried` at most. Null if it tries all
 * the rest. If a part was not read to its end, nothing older than its last conversation is tried.
 */
export async function selectOldestTried(
  tx: Tx,
  userId: string,
  filters: ConversationFilters,
  after: PagePosition | null,
): Promise<PagePosition | null> {
  const { parts, ofPart } = orderOf(filters);
  const mailboxes = mailboxesOf(tx, userId, filters);
  const [counted] = await tx.rows<{ mailboxes: number }>(sql`
    select count(*)::int as mailboxes from (${mailboxes}) as mailbox`);
  const ofEach = Math.max(Math.ceil(maxTried / Math.max(counted!.mailboxes, 1)), minOfPart);
  const [oldest] = await tx.rows<PagePosition>(sql`
    with tried as materialized (
      select c.*
      from (${mailboxes}) as mailbox
      cross join ${parts} as part (value)
      cross join lateral (
        select c.last_message_at, c.id, row_number() over (order by c.last_message_at desc, c.id desc) as number
        from conversation c
        where c.workspace_id = ${tx.workspaceId} and c.mailbox_id = mailbox.id and ${ofPart} ${olderThan(after)}
        order by c.last_message_at desc, c.id desc limit ${ofEach}) as c)
    select last_message_at as at, id
    from (
      select * from tried where number = ${ofEach}
      union all
      (select * from tried order by last_message_at desc, id desc offset ${maxTried - 1} limit 1)) as last
    order by last_message_at desc, id desc limit 1`);
  return oldest ?? null;
}
