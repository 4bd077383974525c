import type { EnrichMode } from '@outcrop/contract';
import { useState } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { peopleCount } from '../prospect/counts.ts';
import { EnrichForm } from './enrich-form.tsx';
import { showQueued } from './show-queued.tsx';

interface Props {
  prospectIds: string[];
  onClose: () => void;
}

export function EnrichDialog({ prospectIds, onClose }: Props) {
  const workspaceId = useWorkspaceId();
  const [mode, setMode] = useState<EnrichMode>('enrich_only');
  return (
    <Dialog title={`Enrich ${peopleCount(prospectIds.length)}`} onClose={onClose} size="lg">
      <EnrichForm
        prospectIds={prospectIds}
        mode={mode}
        onModeChange={setMode}
        onQueued={(queued) => {
          showQueued(workspaceId, queued);
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
