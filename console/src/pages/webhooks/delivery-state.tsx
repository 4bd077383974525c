import type { Delivery, DeliveryStatus, Webhook } from '@outcrop/contract';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { formatNumber } from '../../components/format.ts';
import { relativeTime, useNow } from '../../components/relative-time.tsx';

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** "99.6% of 815", never 100% while one has failed. */
export function lastDayText({ delivered, failed }: Webhook['lastDay']): string {
  const total = delivered + failed;
  if (total === 0) return 'No deliveries';
  const share = Math.floor((1_000 * delivered) / total) / 10;
  return `${share}% of ${formatNumber(total)}`;
}

export const eventsText = (events: Webhook['events']): string =>
  events.includes('*')
    ? 'All events'
    : events.length === 1
      ? events[0]!
      : `${formatNumber(events.length)} events`;

export const deliveryBadges: Record<DeliveryStatus, BadgeLook & { label: string }> = {
  delivered: { icon: IconCircleCheck, color: 'ok', label: 'Delivered' },
  pending: { icon: IconClock, color: 'info', label: 'Pending' },
  failed: { icon: IconCircleX, color: 'danger', label: 'Failed' },
};

export function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const { label, ...style } = deliveryBadges[status];
  return <Badge {...style}>{label}</Badge>;
}

/** The last response, or why there was none. */
export const responseText = ({
  attempts,
  lastStatus,
  lastProblem,
}: Pick<Delivery, 'attempts' | 'lastStatus' | 'lastProblem'>): string =>
  lastProblem ?? (lastStatus === null ? (attempts === 0 ? 'Not sent yet' : '') : `${lastStatus}`);

/** "in 4 s", "in 5 minutes". */
export function NextRetry({ at }: { at: string }) {
  const now = useNow(1_000);
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return <time dateTime={at}>now</time>;
  return (
    <time dateTime={at}>{seconds < 60 ? `in ${seconds} s` : relativeTime(new Date(at), now)}</time>
  );
}
