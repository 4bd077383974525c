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
  unsubscribe: 'Asks for no more email',
};

/** What follows when a message is set to this kind. */
export const correctionEffects: Record<MessageKind, string> = {
  human: 'Ends their campaigns and moves the stage to Replied.',
  away: 'Campaigns wait until they return.',
  automatic: 'Campaigns continue.',
  bounce: 'Ends their campaigns. The address gets no more email.',
  delayed: 'Campaigns continue.',
  complaint: 'Ends their campaigns. The address gets no more email.',
  unsubscribe: 'Ends their campaigns. The address gets no more email.',
};

/** What a correction undoes of a message of this kind. */
export const undoneEffects: Record<MessageKind, string> = {
  human: 'Campaigns that this reply ended continue, and the stage goes back.',
  away: 'Campaigns no longer wait for their return.',
  automatic: 'Nothing has to be undone.',
  bounce: 'Campaigns that it ended continue, and the address can get email again.',
  delayed: 'Nothing has to be undone.',
  complaint: 'Campaigns that it ended continue, and the address can get email again.',
  unsubscribe: 'Campaigns that it ended continue, and the address can get email again.',
};

/** Why a message is of its kind. `corrector` is who set it, or null. */
export function whyText({ evidence }: Pick<Message, 'evidence'>, corrector: string | null): string {
  const reasons = evidence.filter((each) => each !== 'corrected');
  if (corrector !== null) {
    const before = reasons.length > 0 ? ` Before: ${reasons.join('; ')}.` : '';
    return `Set by ${corrector}.${before}`;
  }
  return reasons.length > 0 ? `Why: ${reasons.join('; ')}` : 'Why: not recorded';
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

const units = ['bytes', 'KB', 'MB', 'GB'];

/** "1.2 MB" */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: power === 0 || value >= 10 ? 0 : 1 })} ${units[power]}`;
}
