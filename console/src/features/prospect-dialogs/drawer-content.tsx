import { Stack } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { ConversationHistory } from '../conversations/conversation-history.tsx';
import { Campaigns } from './campaigns.tsx';
import { CurlCommands } from './curl-commands.tsx';
import { Details } from './details.tsx';
import { DrawerSection } from './drawer-section.tsx';
import { EditProspect } from './edit-prospect.tsx';
import { Memberships } from './memberships.tsx';
import { MergeProspects } from './merge-prospects.tsx';
import { OpeningLine } from './opening-line.tsx';
import { useOpenProspect } from './prospect-link.tsx';
import { ProspectStatus } from './prospect-status.tsx';
import { Research } from './research.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  prospect: Prospect;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Called when there are unsaved changes, or none any more. */
  onChanges: (hasChanges: boolean) => void;
  onRefresh: () => unknown;
}

export function DrawerContent({ prospect, isEditing, onEdit, onChanges, onRefresh }: Props) {
  const open = useOpenProspect();
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
      <ProspectStatus prospect={prospect} />
      {isEditing ? (
        <EditProspect
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
          focusEdit={hasEdited}
          onEdit={() => onEdit(true)}
          onMerge={() => merge(null)}
        />
      )}
      <Memberships prospect={prospect} />
      <Campaigns prospect={prospect} />
      <DrawerSection title="Conversations">
        <ConversationHistory prospectId={prospect.id} />
      </DrawerSection>
      <OpeningLine line={prospect.firstTouchLine} />
      <Research prospect={prospect} />
      <Timeline prospectId={prospect.id} pages={timeline} />
      <CurlCommands prospect={prospect} />
      {merging && (
        <MergeProspects
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
