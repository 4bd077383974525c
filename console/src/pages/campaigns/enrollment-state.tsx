import type { EnrollmentStatus } from '@outcrop/contract';
import {
  IconBan,
  IconBeach,
  IconCircleCheck,
  IconClock,
  IconHandStop,
  IconMailOff,
  IconMessageReply,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';

export const enrollmentStates: Record<EnrollmentStatus, BadgeLook & { label: string }> = {
  waiting: { icon: IconClock, color: 'info', label: 'Waiting' },
  sending: { icon: IconSend, color: 'info', label: 'Sending' },
  finished: { icon: IconCircleCheck, color: 'muted', label: 'Finished' },
  replied: { icon: IconMessageReply, color: 'ok', label: 'Replied' },
  unsubscribed: { icon: IconBan, color: 'muted', label: 'Unsubscribed' },
  suppressed: { icon: IconBan, color: 'danger', label: 'Do not contact' },
  bounced: { icon: IconMailOff, color: 'danger', label: 'Bounced' },
  away: { icon: IconBeach, color: 'warn', label: 'Out of office' },
  held: { icon: IconHandStop, color: 'warn', label: 'Held' },
  stopped: { icon: IconPlayerStop, color: 'muted', label: 'Stopped' },
};

export function EnrollmentState({ status }: { status: EnrollmentStatus }) {
  const { label, ...look } = enrollmentStates[status];
  return <Badge {...look}>{label}</Badge>;
}

const reasons: Record<string, string> = {
  missing_values: 'A variable has no value. See Rehearsal.',
  unknown: 'An email may have been sent. Decide in Emails.',
  unknown_message: 'An email may have been sent. Decide in Emails.',
  mailbox_removed: 'The mailbox was removed.',
  answered_by_other: 'Someone at another address answered. Continue or stop.',
  no_email: 'No email address.',
  no_subject: 'The email has no subject.',
};

/** Why someone is held or away, in words where they are known. */
export const reasonText = (reason: string): string =>
  reasons[reason] ?? `${reason.replaceAll('_', ' ')}.`;
