import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../../api/lines.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { personName } from '../../../parts/person.ts';
import classes from './person.module.css';

interface Props {
  prospect: Prospect;
  onFound: (otherId: string) => void;
}

/** Finds the other record of the same person; whoever has the same name is shown at once. */
export function FindOther({ prospect, onFound }: Props) {
  const [typed, setTyped] = useState(prospect.fullName ?? '');
  const [words] = useDebouncedValue(typed.trim(), 200);
  const query = useRead(
    'getProspects',
    { query: { q: words, pageSize: '10' } },
    { enabled: words !== '' },
  );
  return (
    <Stack>
      <Text size="sm">
        Two records of {personName(prospect)} become one. Which of them stays, you say next.
      </Text>
      <TextInput
        label="The other record"
        description="By name, e-mail address, company or LinkedIn name"
        autoComplete="off"
        data-autofocus
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {words !== '' && (
        <Loaded query={query} what="the records">
          {({ prospects = [] }) => {
            const others = prospects.filter(({ id }) => id !== prospect.id);
            if (others.length === 0)
              return <Text c="dimmed">Nobody else is found by these words.</Text>;
            return (
              <ul className={classes.found} aria-label="Found">
                {others.map((other) => (
                  <li key={other.id}>
                    <UnstyledButton className={classes.hit} onClick={() => onFound(other.id)}>
                      {personName(other)}
                      <span className={classes.note}>{atAGlance(other)}</span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </Stack>
  );
}

const atAGlance = ({ title, companyName, email, linkedinUrl }: Prospect): string =>
  [title, companyName, email, linkedinUrl].filter((value) => value !== null).join(' · ');
