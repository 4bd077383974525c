import { Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { useActorNames } from '../../api/actor-names.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { DrawerSection } from './drawer-section.tsx';
import { EditableField } from './editable-field.tsx';
import { filledFields, shownFields } from './edits.ts';
import { originOf } from './origin.ts';
import classes from './prospect-dialogs.module.css';
import { sourceLabels } from './source-labels.ts';
import type { TimelineEntry } from './timeline-labels.ts';
import type { UnsavedEdits } from './unsaved.tsx';

interface Props {
  prospect: Prospect;
  entries: TimelineEntry[];
  unsaved: UnsavedEdits;
  onMerge: (otherId: string) => void;
}

export function Details({ prospect, entries, unsaved, onMerge }: Props) {
  const canEdit = useDisabledReason('member') === null;
  const fields = canEdit ? shownFields(prospect) : filledFields(prospect);
  return (
    <DrawerSection title="Details">
      <DescriptionList
        items={Object.fromEntries(
          fields.map((field) => [
            fieldNames[field],
            <EditableField
              key={field}
              prospect={prospect}
              field={field}
              unsaved={unsaved}
              note={<OriginNote prospect={prospect} field={field} entries={entries} />}
              onMerge={onMerge}
            />,
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
