import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm, type ConfirmProps } from './confirm.tsx';

interface Props<Result> extends ConfirmProps<Result> {
  /** The text to type, such as the workspace's name. */
  phrase: string;
}

/** For actions that can't be undone: the button is enabled once the phrase is typed. */
export function ConfirmByTyping<Result>({
  phrase,
  children,
  ready = true,
  ...confirm
}: Props<Result>) {
  const [typed, setTyped] = useState('');
  return (
    <Confirm size="lg" {...confirm} ready={ready && typed.trim() === phrase}>
      {children}
      <TextInput
        label={`Type ${phrase} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </Confirm>
  );
}
