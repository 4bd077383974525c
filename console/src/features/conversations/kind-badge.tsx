import {
  IconAlarm,
  IconAlertTriangle,
  IconBan,
  IconBeach,
  IconClockPause,
  IconMailX,
  IconMessage,
  IconRobot,
  IconSend,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import {
  type Conversation,
  dayLabel,
  kindLabels,
  type MessageKind,
} from './conversation-labels.ts';

export const kindLooks: Record<MessageKind, BadgeLook> = {
  human: { icon: IconMessage, color: 'info' },
  away: { icon: IconBeach, color: 'muted' },
  automatic: { icon: IconRobot, color: 'muted' },
  bounce: { icon: IconMailX, color: 'danger' },
  delayed: { icon: IconClockPause, color: 'warn' },
  complaint: { icon: IconAlertTriangle, color: 'danger' },
  unsubscribe: { icon: IconBan, color: 'warn' },
};

interface Props {
  kind: MessageKind;
  /** The day of the return, of someone who is away. */
  returnDate?: string | null;
}

export const KindBadge = ({ kind, returnDate = null }: Props) => (
  <Badge {...kindLooks[kind]}>
    {kind === 'away' && returnDate !== null
      ? `Away until ${dayLabel(returnDate)}`
      : kindLabels[kind]}
  </Badge>
);

type ShownConversation = Pick<Conversation, 'kind' | 'returnDate' | 'lastDirection' | 'state'>;

/** What the last message is: received of some kind, or sent. */
export function ConversationBadge({ conversation }: { conversation: ShownConversation }) {
  const { kind, returnDate, lastDirection, state } = conversation;
  if (state === 'snoozed')
    return (
      <Badge icon={IconAlarm} color="muted">
        Snoozed
      </Badge>
    );
  if (lastDirection === 'outbound' || kind === null)
    return (
      <Badge icon={IconSend} color="muted">
        Sent
      </Badge>
    );
  return <KindBadge kind={kind} returnDate={returnDate} />;
}
