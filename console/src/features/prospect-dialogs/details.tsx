import { Group, Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconArrowMerge, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useActorNames } from '../../api/actor-names.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { CopyIcon } from '../../components/copy.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { DrawerSection } from './drawer-section.tsx';
import { filledFields } from './edits.ts';
import { originOf } from './origin.ts';
import classes from './prospect-dialogs.module.css';
import { sourceLabels } from './source-labels.ts';
import type { Entry } from './timeline-labels.ts';

interface Props {
  prospect: Prospect;
  entries: Entry[];
  /** Focuses the Edit button after editing. */
  focusEdit: boolean;
  onEdit: () => void;
  onMerge: () => void;
}

export function Details({ prospect, entries, focusEdit, onEdit, onMerge }: Props) {
  const reason = useDisabledReason('member');
  return (
    <DrawerSection
      title="Details"
      action={
        <Group gap={4}>
          <ActionButton
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPencil size={16} />}
            autoFocus={focusEdit}
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
      <DescriptionList
        items={Object.fromEntries(
          filledFields(prospect).map((field) => [
            fieldNames[field],
            <>
              <Value field={field} value={prospect[field]!} />
              <OriginNote prospect={prospect} field={field} entries={entries} />
            </>,
          ]),
        )}
      />
      <Text size="sm" c="dimmed" mt="sm">
        Added {sourceLabels[prospect.sourceType]} <RelativeTime at={prospect.createdAt} />. Last
        updated <RelativeTime at={prospect.updatedAt} />.
      </Text>
    </DrawerSection>
  );
}

function Value({ field, value }: { field: ProspectField; value: string }): ReactNode {
  if (field === 'website' || field === 'linkedinUrl') return <ExternalLink url={value} />;
  if (field !== 'email' && field !== 'phone') return value;
  return (
    <span className={classes.copied}>
      {value}
      <CopyIcon value={value} what={fieldNames[field].toLowerCase()} />
    </span>
  );
}

/** Only for values changed or found later: the source of the prospect is shown once, below. */
function OriginNote({
  prospect,
  field,
  entries,
}: Pick<Props, 'prospect' | 'entries'> & { field: ProspectField }) {
  const { actor: nameOf } = useActorNames();
  const origin = originOf(prospect, field, entries);
  if (origin === null) return null;
  return (
    <span className={classes.note}>
      {origin.kind === 'research' ? (
        <>
          Found on <ExternalLink url={origin.page} />
        </>
      ) : (
        <>
          Changed <RelativeTime at={origin.at} /> by {nameOf(origin.actor)}
        </>
      )}
    </span>
  );
}
