import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { EnrichMode } from '@outcrop/contract';
import { useState } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { peopleCount } from '../prospect/counts.ts';
import { QueueForm } from './queue-form.tsx';
import { useEnrichmentQueue } from './use-enrichment-queue.ts';

interface Props {
  /** Between 1 and 100, the limit of the endpoint. */
  prospectIds: string[];
  onClose: () => void;
}

const maxPromptLength = 2_000;

export function EnrichDialog({ prospectIds, onClose }: Props) {
  const workspaceId = useWorkspaceId();
  const [mode, setMode] = useState<EnrichMode>('enrich_only');
  const [useWorkspaceInstructions, setUseWorkspaceInstructions] = useState(true);
  const [prompt, setPrompt] = useState('');
  const queue = useEnrichmentQueue(
    'postEnrich',
    { body: { prospectIds, mode, ignoreMissing: true } },
    (jobId) => {
      showQueuedToast(workspaceId, jobId);
      onClose();
    },
  );
  const isLine = mode === 'personalized_line';
  const customPrompt = prompt.trim();
  const length = [...customPrompt].length;
  const invalidReason =
    isLine && length > maxPromptLength
      ? `At most ${formatNumber(maxPromptLength)} characters.`
      : null;
  return (
    <Dialog title={`Enrich ${peopleCount(prospectIds.length)}`} onClose={onClose} size="lg">
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
        <Radio.Group label="Type" value={mode} onChange={(value) => setMode(value as EnrichMode)}>
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
    </Dialog>
  );
}

const showQueuedToast = (workspaceId: string, jobId: string) =>
  notifications.show({
    title: 'Enrichment queued',
    autoClose: 10_000,
    message: (
      <TextLink to="/w/$workspaceId/enrichment/$jobId" params={{ workspaceId, jobId }} size="sm">
        View progress
      </TextLink>
    ),
  });
