import { Popover, Textarea, type TextareaProps } from '@mantine/core';
import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { announce } from '../../components/live-region.tsx';
import { suggestMentions, type TypedMention, typedMention } from './mention-typing.ts';
import { useMentionable } from './mentions.ts';
import { maxLength } from './note-labels.ts';
import classes from './notes.module.css';
import { submitByKey } from './submit-key.ts';

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  input?: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onWrite: (text: string) => void;
}

/** The text of a note. After an @, it suggests people to mention. */
export function NoteInput({ input, value, onWrite, onKeyDown, ...props }: Props) {
  const ownInput = useRef<HTMLTextAreaElement>(null);
  const field = input ?? ownInput;
  const listId = useId();
  const members = useMentionable();
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const [active, setActive] = useState(0);
  const suggested = typed ? suggestMentions(members, typed.query) : [];
  const cursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (cursor.current !== null) field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const notice = (text: string, at: number) => {
    const next = typedMention(text, at);
    const found = next ? suggestMentions(members, next.query).length : 0;
    if (found > 0 && suggested.length !== found)
      announce(`${found} ${found === 1 ? 'person' : 'people'} to mention`);
    setTyped(next);
    setActive(0);
  };
  const choose = (label: string) => {
    const { start, query } = typed!;
    const mention = `@${label} `;
    cursor.current = start + mention.length;
    onWrite(value.slice(0, start) + mention + value.slice(start + 1 + query.length));
    setTyped(null);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = suggested[active];
    if (!chosen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return onKeyDown ? onKeyDown(event) : submitByKey(event);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: suggested.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) setActive((active + step) % suggested.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen.label);
    else if (event.key === 'Escape') setTyped(null);
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popover
      opened={suggested.length > 0}
      position="bottom-start"
      width="target"
      offset={4}
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <Textarea
          {...props}
          ref={field}
          autosize
          maxLength={maxLength}
          value={value}
          aria-autocomplete="list"
          {...(suggested.length > 0 && {
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${active}`,
          })}
          onChange={({ currentTarget }) => {
            onWrite(currentTarget.value);
            notice(currentTarget.value, currentTarget.selectionStart);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={press}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div id={listId} role="listbox" aria-label="People" className={classes.people}>
          {suggested.map(({ userId, label }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
            <div
              key={userId}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // Before the text area loses the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(label)}
            >
              {label}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
