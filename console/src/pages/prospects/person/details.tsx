import { Group, Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconArrowMerge, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNames } from '../../../api/names.ts';
import { useReasonAgainst } from '../../../api/roles.ts';
import { ActionButton } from '../../../parts/action-button.tsx';
import { CopyIcon } from '../../../parts/copy.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { OutsideLink } from '../../../parts/outside-link.tsx';
import { type PersonField, personFieldNames } from '../../../parts/person.ts';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { knownFields } from './edits.ts';
import { originOf } from './origin.ts';
import { Part } from './part.tsx';
import classes from './person.module.css';
import { sourceWords } from './source-words.ts';
import type { Entry } from './timeline-words.ts';

interface Props {
  prospect: Prospect;
  entries: Entry[];
  /** Whether they were just edited: the focus comes back to where that began. */
  isBack: boolean;
  onEdit: () => void;
  onMerge: () => void;
}

/** What is known, and where it is from. */
export function Details({ prospect, entries, isBack, onEdit, onMerge }: Props) {
  const reason = useReasonAgainst('member');
  return (
    <Part
      title="Details"
      action={
        <Group gap={4}>
          <ActionButton
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPencil size={16} />}
            autoFocus={isBack}
            disabledReason={reason}
            onClick={onEdit}
          >
            Edit
          </ActionButton>
          <ActionButton
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowMerge size={16} />}
            disabledReason={reason}
            onClick={onMerge}
          >
            Merge…
          </ActionButton>
        </Group>
      }
    >
      <Facts
        facts={Object.fromEntries(
          knownFields(prospect).map((field) => [
            personFieldNames[field],
            <>
              <Value field={field} value={prospect[field]!} />
              <OriginNote prospect={prospect} field={field} entries={entries} />
            </>,
          ]),
        )}
      />
      <Text size="sm" c="dimmed" mt="sm">
        Added {sourceWords[prospect.sourceType]}, <RelativeTime at={prospect.createdAt} />; last
        changed <RelativeTime at={prospect.updatedAt} />.
      </Text>
    </Part>
  );
}

function Value({ field, value }: { field: PersonField; value: string }): ReactNode {
  if (field === 'website' || field === 'linkedinUrl') return <OutsideLink url={value} />;
  if (field !== 'email' && field !== 'phone') return value;
  return (
    <span className={classes.copied}>
      {value}
      <CopyIcon value={value} what={personFieldNames[field].toLowerCase()} />
    </span>
  );
}

/** Said only of what did not come with the person: that is told once, below. */
function OriginNote({
  prospect,
  field,
  entries,
}: Pick<Props, 'prospect' | 'entries'> & { field: PersonField }) {
  const { actor: nameOf } = useNames();
  const origin = originOf(prospect, field, entries);
  if (origin === null) return null;
  return (
    <span className={classes.note}>
      {origin.kind === 'research' ? (
        <>
          Found by research on <OutsideLink url={origin.page} />
        </>
      ) : (
        <>
          Changed <RelativeTime at={origin.at} /> by {nameOf(origin.actor)}
        </>
      )}
    </span>
  );
}
