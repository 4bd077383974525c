import type { ManageQuery } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';
import { messageKinds } from '../../features/conversations/conversation-labels.ts';

const states = ['open', 'snoozed', 'closed'] as const;
export type InboxState = (typeof states)[number];

/** The filters in the URL, with the names of the query parameters of the API. */
export type InboxFilters = ReturnType<typeof inboxFilters>;

export function inboxFilters(given: Record<string, unknown>) {
  const state = oneOf(states, given['state']);
  const kind = oneOf(messageKinds, given['kind']);
  const isUnread = String(given['unread']) === 'true';
  return {
    ...pickStrings(given, 'q', 'mailboxId', 'campaignId'),
    ...(state && state !== 'open' && { state }),
    ...(kind && { kind }),
    ...(isUnread && { unread: true as const }),
  };
}

/** The filters, and the prospect whose drawer is open. */
export type InboxSearch = InboxFilters & { prospect?: string };

export const inboxSearch = (given: Record<string, unknown>): InboxSearch => ({
  ...inboxFilters(given),
  ...pickStrings(given, 'prospect'),
});

export const conversationsRequest = ({ unread, ...filters }: InboxFilters) => ({
  query: {
    state: 'open',
    ...filters,
    ...(unread && { unread: 'true' }),
  } satisfies ManageQuery<'getConversations'>,
});
