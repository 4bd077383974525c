import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useActorNames } from '../../api/actor-names.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { Message } from '../../features/conversations/conversation-labels.ts';
import { KindBadge } from '../../features/conversations/kind-badge.tsx';
import { Attachments } from './attachments.tsx';
import { CorrectMenu } from './correct-menu.tsx';
import { whyText } from './inbox-labels.ts';
import { MessageHtml } from './message-html.tsx';
import { splitQuoted } from './quoted-text.ts';
import { SentStatus } from './sent-status.tsx';
import classes from './thread.module.css';

interface Props {
  message: Message;
  isExpanded: boolean;
  onToggle: () => void;
  from: string;
  recipientName: string;
  onUndone: () => void;
  onWriteAgain: (text: string) => void;
}

export function MessageView({ message, isExpanded, onToggle, from, ...sent }: Props) {
  const { direction, sender, sentAt, text, status, sendAt } = message;
  const isReceived = direction === 'inbound';
  const name = isReceived ? (sender?.name ?? sender?.address ?? 'Unknown sender') : from;
  const title = useId();
  const body = useId();
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight;
  return (
    <article className={classes.message} aria-labelledby={title} data-direction={direction}>
      <h3 className={classes.messageHead}>
        <UnstyledButton
          className={classes.messageToggle}
          aria-expanded={isExpanded}
          {...(isExpanded && { 'aria-controls': body })}
          onClick={onToggle}
        >
          <Chevron size={16} aria-hidden />
          <span id={title} className={classes.sender}>
            {name}
          </span>
          <span className={classes.messageTime}>
            {status === 'waiting' || status === 'deferred' ? (
              'Not sent yet'
            ) : (
              <RelativeTime at={sendAt ?? sentAt} />
            )}
          </span>
          {!isExpanded && <span className={classes.excerpt}>{excerpt(text)}</span>}
        </UnstyledButton>
      </h3>
      {isExpanded && (
        <div id={body}>
          {isReceived && sender?.name && <p className={classes.note}>{sender.address}</p>}
          <MessageBody message={message} />
          <Attachments message={message} />
          {isReceived ? <Decision message={message} /> : <SentStatus message={message} {...sent} />}
        </div>
      )}
    </article>
  );
}

const excerpt = (text: string): string => text.trimStart().slice(0, 160);

function MessageBody({ message }: { message: Message }) {
  const [showsHtml, setShowsHtml] = useState(false);
  const [showsQuoted, setShowsQuoted] = useState(false);
  const { own, quoted } = splitQuoted(message.text);
  return (
    <>
      {showsHtml ? (
        <MessageHtml messageId={message.id} />
      ) : (
        <p className={classes.text}>
          {own || <span className={classes.note}>The text is no longer stored.</span>}
        </p>
      )}
      {!showsHtml && showsQuoted && <p className={classes.quoted}>{quoted}</p>}
      <div className={classes.bodyActions}>
        {!showsHtml && quoted !== '' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="muted"
            aria-expanded={showsQuoted}
            onClick={() => setShowsQuoted(!showsQuoted)}
          >
            {showsQuoted ? 'Hide quoted text' : 'Show quoted text'}
          </Button>
        )}
        {message.hasHtml && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="muted"
            aria-pressed={showsHtml}
            onClick={() => setShowsHtml(!showsHtml)}
          >
            {showsHtml ? 'Show text only' : 'Show original'}
          </Button>
        )}
      </div>
    </>
  );
}

/** What a received message is, why, and a way to correct it. */
function Decision({ message }: { message: Message }) {
  const { user } = useActorNames();
  if (message.kind === null) return null;
  const corrector = message.correctedBy === null ? null : user(message.correctedBy);
  return (
    <div className={classes.decision}>
      <KindBadge kind={message.kind} />
      <span className={classes.why}>{whyText(message, corrector)}</span>
      <CorrectMenu message={message} kind={message.kind} />
    </div>
  );
}
