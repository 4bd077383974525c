import { Checkbox, Select } from '@mantine/core';
import type { EnrichMode, ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { EnrichForm } from '../../features/enrichment/enrich-form.tsx';
import { showQueued } from '../../features/enrichment/show-queued.tsx';
import type { QueuedJobs } from '../../features/enrichment/use-enrichment-queue.ts';
import { prospectCount } from '../../features/prospect/counts.ts';
import { notResearched, useChoices } from './use-choices.ts';

const route = getRouteApi('/w/$workspaceId/enrichment');

/** One page of ids, which become five jobs. */
const maxAtOnce = 500;

/** Starts research or opening lines without leaving the page. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const navigate = route.useNavigate();
  const choices = useChoices();
  const [value, setValue] = useState(notResearched);
  const [mode, setMode] = useState<EnrichMode>('enrich_only');
  const [skipsResearched, setSkipsResearched] = useState(true);
  const chosen = choices.flatMap(({ items }) => items).find((each) => each.value === value);
  // An opening line does not count as research.
  const canSkip = mode === 'enrich_only' && chosen?.query.enrichmentStatus === undefined;
  const { data, error, isPlaceholderData } = useRead(
    'getProspects',
    {
      query: {
        ...chosen?.query,
        ...(canSkip && skipsResearched && { enrichmentStatus: 'none' }),
        returnIds: 'true',
        pageSize: String(maxAtOnce),
      },
    },
    { enabled: chosen !== undefined },
  );
  const found = isPlaceholderData || error ? undefined : data;
  const show = (queued: QueuedJobs) => {
    const [jobId, ...others] = queued.jobIds;
    if (others.length > 0 || queued.error !== undefined) showQueued(workspaceId, queued);
    else if (jobId)
      void navigate({
        to: '/w/$workspaceId/enrichment/$jobId',
        params: { workspaceId, jobId },
        search: {},
      });
    onClose();
  };
  return (
    <Dialog title="Enrich prospects" onClose={onClose} size="lg">
      <EnrichForm
        prospectIds={found?.ids ?? null}
        mode={mode}
        onModeChange={setMode}
        onQueued={show}
        onClose={onClose}
      >
        <Select
          label="Prospects"
          description={found && foundText(found)}
          data={choices}
          value={value}
          onChange={(next) => next && setValue(next)}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No list, tag or view has this name."
          openOnFocus={false}
          data-autofocus
        />
        {canSkip && (
          <Checkbox
            label="Skip prospects that are already researched"
            checked={skipsResearched}
            onChange={(event) => setSkipsResearched(event.currentTarget.checked)}
          />
        )}
        <FailureNote error={error} />
      </EnrichForm>
    </Dialog>
  );
}

/** How many were found, and how many of them are enriched at once. */
function foundText({ ids = [], total, totalIsCapped }: ManageData<'getProspects'>): string {
  const count = { count: total ?? ids.length, isCapped: totalIsCapped };
  if (ids.length === count.count) return `${prospectCount(count)} found.`;
  return `${prospectCount(count)} found. Only the first ${maxAtOnce} are enriched at once.`;
}
