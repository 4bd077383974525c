import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm, type ConfirmProps } from './confirm.tsx';

interface Props<Result> extends ConfirmProps<Result> {
  /** What must be typed, and what it is: the workspace's name. */
  phrase: string;
  phraseIs: string;
}

/** For what cannot be taken back: the button works once the name has been typed. */
export function ConfirmByTyping<Result>({
  phrase,
  phraseIs,
  children,
  ready = true,
  ...confirm
}: Props<Result>) {
  const [typed, setTyped] = useState('');
  return (
    <Confirm size="lg" {...confirm} ready={ready && typed.trim() === phrase}>
      {children}
      <TextInput
        label={`Type ${phraseIs}, "${phrase}", to go on`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </Confirm>
  );
}
