import type { ManageData } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPause,
  IconPlayerPause,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';

export type Mailbox = ManageData<'getMailbox'>['mailbox'];
type Status = Mailbox['status'];

const looks: Record<Status, BadgeLook & { label: string }> = {
  ok: { icon: IconCircleCheck, color: 'ok', label: 'Healthy' },
  resting: { icon: IconClockPause, color: 'warn', label: 'Resting' },
  needs_attention: { icon: IconAlertTriangle, color: 'danger', label: 'Needs attention' },
  paused: { icon: IconPlayerPause, color: 'muted', label: 'Paused' },
};

export function MailboxState({ status }: { status: Status }) {
  const { label, ...look } = looks[status];
  return <Badge {...look}>{label}</Badge>;
}

/** Too many of its emails bounced or were reported. */
export const hasPausedItself = ({ status, reason }: Pick<Mailbox, 'status' | 'reason'>): boolean =>
  status === 'paused' && (reason === 'bounces' || reason === 'complaints');
