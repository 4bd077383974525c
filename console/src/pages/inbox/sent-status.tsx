import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconSend,
} from '@tabler/icons-react';
import { Badge } from '../../components/badge.tsx';
import { fullTime, useNow } from '../../components/relative-time.tsx';
import type { Message } from '../../features/conversations/conversation-labels.ts';
import { DecideUnknown } from './decide-unknown.tsx';
import { secondsUntil } from './pending-reply-store.ts';
import classes from './thread.module.css';
import { useCancelReply } from './use-cancel-reply.ts';

interface Props {
  message: Message;
  recipientName: string;
  onUndone: () => void;
  onWriteAgain: (text: string) => void;
}

/** Whether a message was sent, and what to do if it was not. */
export function SentStatus({ message, recipientName, onUndone, onWriteAgain }: Props) {
  const { status, answer, text, sendAt } = message;
  switch (status) {
    case 'waiting':
      return <Waiting message={message} onUndone={onUndone} />;
    case 'sending':
      return (
        <p className={classes.status}>
          <Badge icon={IconSend} color="muted">
            Sending…
          </Badge>
        </p>
      );
    case 'deferred':
      return (
        <div className={classes.status}>
          <Badge icon={IconClock} color="warn">
            Not sent yet
          </Badge>
          <span className={classes.why}>
            The mail server asked to try again later. Next attempt:{' '}
            {sendAt === null ? 'soon' : fullTime(sendAt)}. {answer}
          </span>
          <CancelButton message={message} onUndone={onUndone}>
            Cancel
          </CancelButton>
        </div>
      );
    case 'refused':
      return (
        <div className={classes.status}>
          <Badge icon={IconAlertTriangle} color="danger">
            Not sent
          </Badge>
          <span className={classes.why}>
            {answer ?? 'The mail server refused it.'} Check the address and the mailbox, then send
            it again.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => onWriteAgain(text)}>
            Edit and send again
          </Button>
        </div>
      );
    case 'unknown':
      return (
        <div className={classes.status}>
          <Badge icon={IconHelpCircle} color="warn">
            May have been sent
          </Badge>
          <span className={classes.why}>
            The connection was lost while sending. Check the Sent folder of the mailbox.
          </span>
          <DecideUnknown replyId={message.id} recipient={recipientName} />
        </div>
      );
    default:
      return (
        <p className={classes.status}>
          <Badge icon={IconCheck} color="ok">
            Sent
          </Badge>
        </p>
      );
  }
}

interface WaitingProps {
  message: Message;
  onUndone: () => void;
}

function Waiting({ message, onUndone }: WaitingProps) {
  const seconds = secondsUntil(message.sendAt ?? message.sentAt, useNow(250));
  return (
    <div className={classes.status} role="status">
      <Badge icon={IconClock} color="info">
        Sending<span aria-hidden> in {seconds} s</span>
      </Badge>
      <CancelButton message={message} onUndone={onUndone}>
        Undo
      </CancelButton>
    </div>
  );
}

function CancelButton({ message, onUndone, children }: WaitingProps & { children: string }) {
  const cancel = useCancelReply(onUndone);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={cancel.isPending}
      data-waits-until={message.status === 'waiting' ? message.sendAt : undefined}
      onClick={() => cancel.mutate({ id: message.id })}
    >
      {children}
    </Button>
  );
}
