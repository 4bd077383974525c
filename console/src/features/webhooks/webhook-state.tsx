import type { Delivery, DeliveryStatus, DisabledReason, Webhook } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { relativeTime, useNow } from '../../components/relative-time.tsx';

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const disabledLabels: Record<DisabledReason, string> = {
  by_hand: 'Disabled',
  gone: 'Disabled: 410 Gone',
  failing: 'Disabled: failing for 5 days',
};

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabledReason, failingSince } = webhook;
  if (!enabled)
    return (
      <Badge icon={IconCircleOff} color={disabledReason === 'by_hand' ? 'muted' : 'danger'}>
        {disabledLabels[disabledReason ?? 'by_hand']}
      </Badge>
    );
  if (failingSince)
    return (
      <Badge icon={IconAlertTriangle} color="warn">
        Failing since {shortTime(failingSince)}
      </Badge>
    );
  return (
    <Badge icon={IconCircleCheck} color="ok">
      Enabled
    </Badge>
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
  if (total === 0) return 'No deliveries';
  const share = Math.floor((1_000 * delivered) / total) / 10;
  return `${share}% of ${total.toLocaleString('en')}`;
}

export const eventsText = (events: Webhook['events']): string =>
  events.includes('*')
    ? 'All events'
    : events.length === 1
      ? events[0]!
      : `${events.length.toLocaleString('en')} events`;

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
