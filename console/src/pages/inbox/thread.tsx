import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../features/conversations/conversation-labels.ts';
import { MessageView } from './message-view.tsx';
import classes from './thread.module.css';

interface Props {
  messages: Message[];
  /** The address of our mailbox. */
  from: string;
  recipientName: string;
  onUndone: () => void;
  /** Puts the text of a message that was not sent into the reply form. */
  onWriteAgain: (text: string) => void;
}

/** The messages, oldest first. The newest received one and all after it are expanded. */
export function Thread({ messages, ...view }: Props) {
  const end = useScrollToNew(messages.at(-1)?.id);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const lastReceived = messages.findLastIndex(({ direction }) => direction === 'inbound');
  const firstExpanded = lastReceived === -1 ? messages.length - 1 : lastReceived;
  const toggle = (id: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <div className={classes.messages}>
      {messages.map((message, index) => (
        <MessageView
          key={message.id}
          message={message}
          isExpanded={index >= firstExpanded !== toggled.has(message.id)}
          onToggle={() => toggle(message.id)}
          {...view}
        />
      ))}
      <div ref={end} />
    </div>
  );
}

/** Scrolls to a message that arrives while the conversation is open. */
function useScrollToNew(lastId: string | undefined) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useRef(lastId);
  useEffect(() => {
    if (seen.current === lastId) return;
    seen.current = lastId;
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [lastId]);
  return end;
}
