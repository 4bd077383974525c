import type { ResponseData } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { Call } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { ApiError } from '../platform/error.ts';
import * as store from './inbox.sql.ts';

type Inbox = ResponseData<'getInbox'>;

/** Lists conversations in shared mailboxes and in the user's own, newest first. */
export async function getInbox({ caller, query, tx }: Call<'getInbox'>): Promise<Inbox> {
  const filters: store.Filters = {
    unread: query.unread ?? null,
    campaignId: query.campaignId ?? null,
    prospectId: query.prospectId ?? null,
  };
  const limit = query.limit ?? 50;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, filters);

  const [missing, found] = await Promise.all([
    store.selectMissing(tx, filters),
    store.selectConversations(tx, caller.userId, filters, { after, take: limit + 1 }),
  ]);
  if (missing.length > 0)
    throw new ApiError(
      'not_found',
      `There is no such ${missing.map(({ kind }) => kind).join(' or ')} in the workspace. Check the id.`,
      { notFound: missing.map(({ id }) => id) },
    );

  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    conversations: shown.map(asConversation),
    nextCursor:
      last && found.length > limit
        ? writeCursor({ at: last.lastMessageAt, id: last.id }, filters)
        : null,
  };
}

const asConversation = ({
  prospectId,
  fullName,
  firstName,
  lastName,
  companyName,
  ...row
}: store.Row): Inbox['conversations'][number] => ({
  ...row,
  prospect:
    prospectId === null
      ? null
      : {
          id: prospectId,
          fullName: readName({ fullName, firstName, lastName }).fullName,
          companyName,
        },
  lastMessageAt: row.lastMessageAt.toISOString(),
});
