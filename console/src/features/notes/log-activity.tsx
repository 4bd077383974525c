import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import type { NoteKind } from '@outcrop/contract';
import { localInputValue } from '../../browser/local-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { announce } from '../../components/live-region.tsx';
import { maxLength, noteEndpoints, noteKindLabels } from './note-labels.ts';
import { submitByKey } from './submit-key.ts';

const kinds = (['call', 'meeting', 'message'] as const).map((kind) => ({
  value: kind,
  label: noteKindLabels[kind],
}));

/** Logs something that took place outside of Outcrop. */
export function LogActivity({ prospectId, onClose }: { prospectId: string; onClose: () => void }) {
  const { form, field, values, set, failure, busy } = useEndpointForm(
    'postNotes',
    { kind: 'call' as NoteKind, occurredAt: localInputValue(new Date()), text: '' },
    {
      request: ({ kind, occurredAt, text }) => ({
        params: { prospectId },
        body: { kind, text, ...(occurredAt && { occurredAt: new Date(occurredAt).toISOString() }) },
      }),
      refreshes: noteEndpoints,
      onDone: () => {
        announce('Activity logged');
        onClose();
      },
    },
  );
  return (
    <Dialog
      title="Log activity"
      onClose={onClose}
      size="md"
      closeOnClickOutside={values.text === ''}
    >
      <form {...form}>
        <Stack>
          <SegmentedControl
            aria-label="Kind"
            data={kinds}
            value={values.kind}
            onChange={(kind) => set('kind', kind as NoteKind)}
          />
          <TextInput
            type="datetime-local"
            label="When"
            max={localInputValue(new Date())}
            {...field('occurredAt')}
          />
          <Textarea
            label="What was said (optional)"
            data-autofocus
            autosize
            minRows={3}
            maxRows={12}
            maxLength={maxLength}
            onKeyDown={submitByKey}
            {...field('text')}
          />
          <FormFooter
            failure={failure}
            verb={`Log ${noteKindLabels[values.kind].toLowerCase()}`}
            busy={busy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
