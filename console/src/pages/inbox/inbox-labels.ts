import { toSentence } from '../../components/format.ts';
import {
  kindLabels,
  type Message,
  type MessageKind,
} from '../../features/conversations/conversation-labels.ts';
import type { InboxFilters, InboxState } from './search.ts';

export const stateLabels: Record<InboxState, string> = {
  open: 'Open',
  snoozed: 'Snoozed',
  closed: 'Closed',
};

/** The kinds in a sentence about who wrote a message. */
export const correctionLabels: Record<MessageKind, string> = {
  human: 'A person replied',
  away: 'Away or on vacation',
  automatic: 'Automatic reply',
  bounce: 'Bounced: the address does not work',
  delayed: 'Delivery is delayed',
  complaint: 'Spam complaint',
  unsubscribe: 'Unsubscribe request',
};

/** What follows when a message is set to this kind. */
export const correctionEffects: Record<MessageKind, string> = {
  human: 'Ends their campaigns and moves the stage to Replied.',
  away: 'Campaigns wait until they return.',
  automatic: 'Campaigns continue.',
  bounce: 'Ends their campaigns and blocks the address.',
  delayed: 'Campaigns continue.',
  complaint: 'Ends their campaigns and blocks the address.',
  unsubscribe: 'Ends their campaigns and blocks the address.',
};

/** What a correction undoes of a message of this kind. */
export const undoneEffects: Record<MessageKind, string> = {
  human: 'Resumes the campaigns that it ended and restores the stage.',
  away: 'Campaigns no longer wait for their return.',
  automatic: 'Nothing to undo.',
  bounce: 'Resumes the campaigns that it ended and unblocks the address.',
  delayed: 'Nothing to undo.',
  complaint: 'Resumes the campaigns that it ended and unblocks the address.',
  unsubscribe: 'Resumes the campaigns that it ended and unblocks the address.',
};

/** Why a message is of its kind. `corrector` is who set it, or null. */
export function whyText({ evidence }: Pick<Message, 'evidence'>, corrector: string | null): string {
  const reasons = evidence.filter((each) => each !== 'corrected').join('; ');
  if (corrector !== null) {
    const before = reasons && ` Before: ${toSentence(reasons)}`;
    return `${toSentence(`Changed by ${corrector}`)}${before}`;
  }
  return reasons || 'Reason not recorded';
}

export interface FilterNames {
  mailboxes: { id: string; address: string }[];
  campaigns: { id: string; name: string }[];
}

/** The active filters, for display. */
export function describeFilters(filters: InboxFilters, names: FilterNames): string[] {
  const { q, unread, kind, mailboxId, campaignId } = filters;
  const mailbox = names.mailboxes.find(({ id }) => id === mailboxId)?.address ?? 'unknown';
  const campaign = names.campaigns.find(({ id }) => id === campaignId)?.name ?? 'unknown';
  return [
    ...(q ? [`search “${q}”`] : []),
    ...(unread ? ['unread'] : []),
    ...(kind ? [`kind ${kindLabels[kind]}`] : []),
    ...(mailboxId ? [`mailbox ${mailbox}`] : []),
    ...(campaignId ? [`campaign “${campaign}”`] : []),
  ];
}
