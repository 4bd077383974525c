import type { DisabledReason, Webhook } from '@outcrop/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { Badge } from '../../components/badge.tsx';

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
