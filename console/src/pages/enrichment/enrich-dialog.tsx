import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { EnrichMode } from '@outcrop/contract';
import { useState } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { peopleCount } from '../../parts/person.ts';
import { number } from './job-words.ts';
import { QueueForm } from './queue-form.tsx';
import { useQueueing } from './queueing.ts';

interface Props {
  /** Between 1 and 100, as the line takes them. */
  prospectIds: string[];
  onClose: () => void;
}

const longestPrompt = 2_000;

/** Asks what to find out or write, says what it costs, and queues it. */
export function EnrichDialog({ prospectIds, onClose }: Props) {
  const workspaceId = useWorkspaceId();
  const [mode, setMode] = useState<EnrichMode>('enrich_only');
  const [useWorkspaceInstructions, setUse] = useState(true);
  const [prompt, setPrompt] = useState('');
  const queueing = useQueueing(
    'postEnrich',
    { body: { prospectIds, mode, ignoreMissing: true } },
    (jobId) => {
      tellQueued(workspaceId, jobId);
      onClose();
    },
  );
  const isLine = mode === 'personalized_line';
  const customPrompt = prompt.trim();
  const length = [...customPrompt].length;
  const objection =
    isLine && length > longestPrompt ? `At most ${number(longestPrompt)} characters.` : null;
  return (
    <Dialog title={`Enrich ${peopleCount(prospectIds.length)}`} onClose={onClose} size="lg">
      <QueueForm
        queueing={queueing}
        verb="Enrich"
        objection={objection}
        onClose={onClose}
        onSubmit={() =>
          queueing.queue(
            isLine ? { useWorkspaceInstructions, ...(customPrompt && { customPrompt }) } : {},
          )
        }
      >
        <Radio.Group
          label="What for"
          value={mode}
          onChange={(value) => setMode(value as EnrichMode)}
        >
          <Stack gap="xs" mt={4}>
            <Radio
              value="enrich_only"
              label="Research"
              description="Reads a few pages of the company’s own site, and keeps what they tell, with sources."
            />
            <Radio
              value="personalized_line"
              label="A first line"
              description="Writes the first line of a message to each of them."
            />
          </Stack>
        </Radio.Group>
        {isLine && (
          <>
            <Checkbox
              label="Use the workspace’s instructions"
              description="An Admin writes them in the AI settings."
              checked={useWorkspaceInstructions}
              onChange={(event) => setUse(event.currentTarget.checked)}
            />
            <Textarea
              label="What else it should know"
              description={`${number(length)} of ${number(longestPrompt)} characters`}
              placeholder="We met at the trade fair in March."
              autosize
              minRows={2}
              maxRows={8}
              value={prompt}
              onChange={(event) => setPrompt(event.currentTarget.value)}
              error={objection}
            />
          </>
        )}
      </QueueForm>
    </Dialog>
  );
}

const tellQueued = (workspaceId: string, jobId: string) =>
  notifications.show({
    title: 'Enrichment is queued',
    autoClose: 10_000,
    message: (
      <TextLink to="/w/$workspaceId/enrichment/$jobId" params={{ workspaceId, jobId }} size="sm">
        See how far it is
      </TextLink>
    ),
  });
