import type { ManageData } from '@outcrop/contract';

export type Conversation = ManageData<'getConversations'>['conversations'][number];
export type Message = ManageData<'getConversation'>['messages'][number];
export type MessageKind = NonNullable<Conversation['kind']>;

export const messageKinds: readonly MessageKind[] = [
  'human',
  'away',
  'automatic',
  'bounce',
  'delayed',
  'complaint',
  'unsubscribe',
];

export const kindLabels: Record<MessageKind, string> = {
  human: 'Reply',
  away: 'Away',
  automatic: 'Automatic reply',
  bounce: 'Bounced',
  delayed: 'Delivery delayed',
  complaint: 'Spam complaint',
  unsubscribe: 'Unsubscribe request',
};

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const yearFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' });

/** The day of a date without a time, "2026-12-01", as "Dec 1". */
export const dayLabel = (date: string): string => dayFormat.format(new Date(`${date}T00:00`));

/** "09:30 AM" today, "Nov 16" this year, otherwise "Nov 16, 2025". */
export function shortTime(at: string, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  if (date.toDateString() === today.toDateString()) return timeFormat.format(date);
  return (date.getFullYear() === today.getFullYear() ? dayFormat : yearFormat).format(date);
}

/** The prospect's name, or else what is known of a conversation without one. */
export const correspondentName = ({ prospect }: Pick<Conversation, 'prospect'>): string =>
  prospect === null
    ? 'Unknown sender'
    : (prospect.fullName ?? prospect.email ?? 'Unnamed prospect');

export const subjectLabel = ({ subject }: { subject: string | null }): string =>
  subject?.trim() || '(no subject)';
