import type { EndpointResult } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { type PagePosition, pageOf } from '../platform/cursor.ts';
import { anyNotFound } from '../platform/error.ts';
import * as store from './inbox.sql.ts';
import { withProspect } from './with-prospect.ts';

type Inbox = EndpointResult<'getInbox'>;

/** Lists conversations in shared mailboxes and in the user's own, newest first. */
export async function getInbox({ caller, query, tx }: Call<'getInbox'>): Promise<Inbox> {
  const filters: store.InboxFilters = {
    unread: query.unread ?? null,
    campaignId: query.campaignId ?? null,
    prospectId: query.prospectId ?? null,
  };
  const select = (after: PagePosition | null, take: number) =>
    store.selectConversations(tx, caller.userId, filters, { after, take });
  const [missing, { rows, nextCursor }] = await Promise.all([
    store.selectMissingFilterIds(tx, filters),
    pageOf(query, filters, select, ({ lastMessageAt, id }) => ({ at: lastMessageAt, id })),
  ]);
  if (missing.length > 0) throw anyNotFound(missing);
  return { conversations: rows.map(withProspect), nextCursor };
}
