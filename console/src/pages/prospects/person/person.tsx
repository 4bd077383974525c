import { Stack } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { usePages } from '../../../api/lines.ts';
import { Campaigns } from './campaigns.tsx';
import { CurlCalls } from './curl-calls.tsx';
import { Details } from './details.tsx';
import { EditPerson } from './edit-person.tsx';
import { FirstLine } from './first-line.tsx';
import { Memberships } from './memberships.tsx';
import { MergePeople } from './merge-people.tsx';
import { useOpenPerson } from './person-link.tsx';
import { Research } from './research.tsx';
import { Standing } from './standing.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  prospect: Prospect;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Whether something was changed that is not saved. */
  onChanges: (hasChanges: boolean) => void;
  onRefresh: () => unknown;
}

/** All that is known about one person, and all that can be done. */
export function Person({ prospect, isEditing, onEdit, onChanges, onRefresh }: Props) {
  const open = useOpenPerson();
  const [hasEdited, setHasEdited] = useState(false);
  const endEdit = () => {
    setHasEdited(true);
    onEdit(false);
  };
  const [merging, setMerging] = useState<{ otherId: string | null } | null>(null);
  const timeline = usePages(
    'getProspectTimeline',
    { params: { prospectId: prospect.id }, query: { limit: '25' } },
    ({ entries }) => entries,
  );
  const merge = (otherId: string | null) => setMerging({ otherId });
  return (
    <Stack gap="lg">
      <Standing prospect={prospect} />
      {isEditing ? (
        <EditPerson
          current={prospect}
          onChanges={onChanges}
          onRefresh={onRefresh}
          onMerge={merge}
          onClose={endEdit}
        />
      ) : (
        <Details
          prospect={prospect}
          entries={timeline.data ?? []}
          isBack={hasEdited}
          onEdit={() => onEdit(true)}
          onMerge={() => merge(null)}
        />
      )}
      <Memberships prospect={prospect} />
      <Campaigns prospect={prospect} />
      <FirstLine line={prospect.firstTouchLine} />
      <Research prospect={prospect} />
      <Timeline prospectId={prospect.id} pages={timeline} />
      <CurlCalls prospect={prospect} />
      {merging && (
        <MergePeople
          prospect={prospect}
          otherId={merging.otherId}
          onDone={(keptId) => {
            setMerging(null);
            endEdit();
            open(keptId);
          }}
          onClose={() => setMerging(null)}
        />
      )}
    </Stack>
  );
}
