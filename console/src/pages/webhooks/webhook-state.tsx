import type { Delivery, DeliveryStatus, DisabledReason, Webhook } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react';
import { Mark, type MarkLook } from '../../parts/mark.tsx';
import { relativeTime, useNow } from '../../parts/relative-time.tsx';

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const offBecause: Record<DisabledReason, string> = {
  by_hand: 'Off',
  gone: 'Off: answered 410 Gone',
  failing: 'Off: failed for five days',
};

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabledReason, failingSince } = webhook;
  if (!enabled)
    return (
      <Mark icon={IconCircleOff} color={disabledReason === 'by_hand' ? 'muted' : 'danger'}>
        {offBecause[disabledReason ?? 'by_hand']}
      </Mark>
    );
  if (failingSince)
    return (
      <Mark icon={IconAlertTriangle} color="warn">
        Failing since {shortTime(failingSince)}
      </Mark>
    );
  return (
    <Mark icon={IconCircleCheck} color="ok">
      On
    </Mark>
  );
}

const short = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
export const shortTime = (at: string): string => short.format(new Date(at));

/** "99.6% of 815", never 100% while one has failed. */
export function lastDayText({ delivered, failed }: Webhook['lastDay']): string {
  const total = delivered + failed;
  if (total === 0) return 'nothing sent';
  const share = Math.floor((1_000 * delivered) / total) / 10;
  return `${share}% of ${total.toLocaleString('en')}`;
}

export const eventsText = (events: Webhook['events']): string =>
  events.includes('*')
    ? 'All'
    : events.length === 1
      ? events[0]!
      : `${events.length.toLocaleString('en')} kinds`;

export const deliveryLooks: Record<DeliveryStatus, MarkLook & { word: string }> = {
  delivered: { icon: IconCircleCheck, color: 'ok', word: 'Delivered' },
  pending: { icon: IconClock, color: 'info', word: 'Pending' },
  failed: { icon: IconCircleX, color: 'danger', word: 'Failed' },
};

export function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const { word, ...look } = deliveryLooks[status];
  return <Mark {...look}>{word}</Mark>;
}

/** What the receiver said last, or why it said nothing. */
export const answerText = ({
  attempts,
  lastStatus,
  lastProblem,
}: Pick<Delivery, 'attempts' | 'lastStatus' | 'lastProblem'>): string =>
  lastProblem ?? (lastStatus === null ? (attempts === 0 ? 'not tried yet' : '') : `${lastStatus}`);

/** "in 4 s", "in 5 minutes". */
export function NextTry({ at }: { at: string }) {
  const now = useNow(1_000);
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return <time dateTime={at}>now</time>;
  return (
    <time dateTime={at}>{seconds < 60 ? `in ${seconds} s` : relativeTime(new Date(at), now)}</time>
  );
}
