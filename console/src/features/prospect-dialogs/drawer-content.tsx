import { Stack } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { useCallback, useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { ConversationHistory } from '../conversations/conversation-history.tsx';
import { Campaigns } from './campaigns.tsx';
import { Details } from './details.tsx';
import { DrawerSection } from './drawer-section.tsx';
import { FollowUps } from './follow-ups.tsx';
import { Memberships } from './memberships.tsx';
import { MergeProspects } from './merge-prospects.tsx';
import { Notes } from './notes.tsx';
import { OpeningLine } from './opening-line.tsx';
import { ProspectActions } from './prospect-actions.tsx';
import { useOpenProspect } from './prospect-link.tsx';
import { Research } from './research.tsx';
import { Timeline } from './timeline.tsx';
import type { UnsavedEdits } from './unsaved.tsx';

interface Props {
  prospect: Prospect;
  unsaved: UnsavedEdits;
  /** Called when the prospect was deleted. */
  onClose: () => void;
}

export function DrawerContent({ prospect, unsaved, onClose }: Props) {
  const open = useOpenProspect();
  const [merging, setMerging] = useState<{ otherId: string | null } | null>(null);
  const setNoteChanges = useCallback(
    (has: boolean) => void (has ? unsaved.set('note', () => true) : unsaved.delete('note')),
    [unsaved],
  );
  const timeline = usePages(
    'getProspectTimeline',
    { params: { prospectId: prospect.id }, query: { limit: '25' } },
    ({ entries }) => entries,
  );
  const merge = (otherId: string | null) => setMerging({ otherId });
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <ProspectActions prospect={prospect} onMerge={() => merge(null)} onDeleted={onClose} />
      </Stack>
      <Details
        prospect={prospect}
        entries={timeline.data ?? []}
        unsaved={unsaved}
        onMerge={merge}
      />
      <FollowUps prospectId={prospect.id} />
      <Notes prospectId={prospect.id} onChanges={setNoteChanges} />
      <Memberships prospect={prospect} />
      <Campaigns prospect={prospect} />
      <DrawerSection title="Conversations">
        <ConversationHistory prospectId={prospect.id} />
      </DrawerSection>
      <OpeningLine line={prospect.firstTouchLine} />
      <Research prospect={prospect} />
      <Timeline prospectId={prospect.id} pages={timeline} />
      {merging && (
        <MergeProspects
          prospect={prospect}
          otherId={merging.otherId}
          onDone={(keptId) => {
            setMerging(null);
            unsaved.clear();
            open(keptId);
          }}
          onClose={() => setMerging(null)}
        />
      )}
    </Stack>
  );
}
