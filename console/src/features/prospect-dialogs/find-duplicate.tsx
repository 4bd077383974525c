import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { prospectName } from '../prospect/fields.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  prospect: Prospect;
  onFound: (otherId: string) => void;
}

/** Finds the duplicate to merge with, starting with prospects of the same name. */
export function FindDuplicate({ prospect, onFound }: Props) {
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
        Merge {prospectName(prospect)} with a duplicate. You’ll choose which one to keep next.
      </Text>
      <TextInput
        label="Duplicate"
        description="Search by name, email, company or LinkedIn name"
        autoComplete="off"
        data-autofocus
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {words !== '' && (
        <QueryBoundary query={query} what="the prospects">
          {({ prospects = [] }) => {
            const others = prospects.filter(({ id }) => id !== prospect.id);
            if (others.length === 0) return <Text c="dimmed">No matches</Text>;
            return (
              <ul className={classes.list} aria-label="Matches">
                {others.map((other) => (
                  <li key={other.id}>
                    <UnstyledButton className={classes.match} onClick={() => onFound(other.id)}>
                      {prospectName(other)}
                      <span className={classes.note}>{summaryOf(other)}</span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryBoundary>
      )}
    </Stack>
  );
}

const summaryOf = ({ title, companyName, email, linkedinUrl }: Prospect): string =>
  [title, companyName, email, linkedinUrl].filter((value) => value !== null).join(' · ');
