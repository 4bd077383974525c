import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import type { EnrichMode } from '@outcrop/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../../components/format.ts';
import { QueueForm } from './queue-form.tsx';
import { type QueuedJobs, useEnrichmentQueue } from './use-enrichment-queue.ts';

interface Props {
  /** Null while they are loading. */
  prospectIds: string[] | null;
  mode: EnrichMode;
  onModeChange: (mode: EnrichMode) => void;
  onQueued: (queued: QueuedJobs) => void;
  onClose: () => void;
  /** Above the type. */
  children?: ReactNode;
}

/** The limit of the endpoint. More become several jobs. */
const maxPerJob = 100;
const maxPromptLength = 2_000;

/** What to do with the prospects, and what it costs. */
export function EnrichForm({
  prospectIds,
  mode,
  onModeChange,
  onQueued,
  onClose,
  children,
}: Props) {
  const [useWorkspaceInstructions, setUseWorkspaceInstructions] = useState(true);
  const [prompt, setPrompt] = useState('');
  const requests = useMemo(
    () => prospectIds && requestsFor(prospectIds, mode),
    [prospectIds, mode],
  );
  const queue = useEnrichmentQueue('postEnrich', requests, onQueued);
  const isLine = mode === 'personalized_line';
  const customPrompt = prompt.trim();
  const length = [...customPrompt].length;
  const invalidReason =
    isLine && length > maxPromptLength
      ? `At most ${formatNumber(maxPromptLength)} characters.`
      : null;
  return (
    <QueueForm
      queue={queue}
      verb="Enrich"
      invalidReason={invalidReason}
      onClose={onClose}
      onSubmit={() =>
        queue.submit(
          isLine ? { useWorkspaceInstructions, ...(customPrompt && { customPrompt }) } : {},
        )
      }
    >
      {children}
      <Radio.Group
        label="Type"
        value={mode}
        onChange={(value) => onModeChange(value as EnrichMode)}
      >
        <Stack gap="xs" mt={4}>
          <Radio
            value="enrich_only"
            label="Research"
            description="Reads a few pages of the company’s website and saves findings with sources."
          />
          <Radio
            value="personalized_line"
            label="Opening line"
            description="Writes the first line of a message to each prospect."
          />
        </Stack>
      </Radio.Group>
      {isLine && (
        <>
          <Checkbox
            label="Use workspace instructions"
            description="Admins can edit them in AI settings."
            checked={useWorkspaceInstructions}
            onChange={(event) => setUseWorkspaceInstructions(event.currentTarget.checked)}
          />
          <Textarea
            label="Additional context"
            description={`${formatNumber(length)} of ${formatNumber(maxPromptLength)} characters`}
            placeholder="We met at the trade fair in March."
            autosize
            minRows={2}
            maxRows={8}
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
            error={invalidReason}
          />
        </>
      )}
    </QueueForm>
  );
}

const requestsFor = (prospectIds: string[], mode: EnrichMode) =>
  Array.from({ length: Math.ceil(prospectIds.length / maxPerJob) }, (_, index) => ({
    body: {
      prospectIds: prospectIds.slice(index * maxPerJob, (index + 1) * maxPerJob),
      mode,
      ignoreMissing: true,
    },
  }));
