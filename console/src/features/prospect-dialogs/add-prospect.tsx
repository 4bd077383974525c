import { Autocomplete, Button, Group, Stack } from '@mantine/core';
import type { ManageData, Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { AddOutcome } from './add-outcome.tsx';
import { prospectEndpoints } from './change.ts';
import { emptyValues, leadOf, type ProspectValues, prospectFields } from './edits.ts';
import { ExistingProspect } from './existing-prospect.tsx';
import { ProspectInputs } from './prospect-inputs.tsx';

interface Props {
  /** Where a new prospect starts. Default: New. */
  stage?: Stage;
  /** Called with the new or existing prospect to open. */
  onDone: (prospectId: string) => void;
  onClose: () => void;
}

/** First and last name are derived from the full name. */
const formFields = prospectFields.filter((name) => name !== 'firstName' && name !== 'lastName');

type AddedProspect = ManageData<'postProspects'>;
type FormValues = ProspectValues & { listName: string };

/** Adds a prospect. An existing prospect is only changed after confirmation. */
export function AddProspect({ stage, onDone, onClose }: Props) {
  const [outcome, setOutcome] = useState<AddedProspect | null>(null);
  const [existing, setExisting] = useState<{ trial: AddedProspect; typed: FormValues } | null>(
    null,
  );
  const write = useWrite('postProspects', prospectEndpoints);
  const save = (typed: FormValues, onMatch: 'fill' | 'overwrite') =>
    write.mutate(
      { body: { ...leadOf(typed), ...(stage && { stage }), onMatch } },
      {
        onSuccess: (added) => {
          setExisting(null);
          setOutcome(added);
        },
      },
    );
  const { data: boards } = useRead('getBoards');
  const { form, field, set, values, reset, failure, busy } = useEndpointForm(
    'postProspects',
    { ...emptyValues, listName: '' },
    {
      request: (typed) => ({ body: { ...leadOf(typed), dryRun: true } }),
      onDone: (trial, typed) => {
        if (trial.status === 'failed' || trial.status === 'quota_blocked') setOutcome(trial);
        else if (trial.prospectId && trial.changed) setExisting({ trial, typed });
        // `fill` protects existing values if someone else adds this prospect in the meantime.
        else save(typed, 'fill');
      },
    },
  );
  if (existing)
    return (
      <ExistingProspect
        {...existing}
        busy={write.isPending}
        failure={write.error}
        onWrite={(onMatch) => save(existing.typed, onMatch)}
        onOpen={onDone}
        onBack={() => setExisting(null)}
        onClose={onClose}
      />
    );
  if (outcome)
    return (
      <AddOutcome
        outcome={outcome}
        onOpen={onDone}
        onBack={() => setOutcome(null)}
        onAnother={() => {
          reset();
          setOutcome(null);
        }}
        onClose={onClose}
      />
    );
  const { fullName, email, linkedinUrl } = values;
  const canSubmit = [fullName, email, linkedinUrl].some((text) => text.trim() !== '');
  const { onChange: _, ...list } = field('listName');
  return (
    <Dialog
      title={stage ? `Add prospect to ${stageName[stage]}` : 'Add prospect'}
      size="lg"
      onClose={onClose}
      closeOnClickOutside={Object.values(values).every((text) => text === '')}
    >
      <form {...form}>
        <Stack>
          <ProspectInputs names={formFields} field={field} />
          <Autocomplete
            label="List"
            description="Optional. Choose a list or create a new one."
            data={(boards?.lists ?? []).map(({ name }) => name)}
            limit={50}
            maxLength={200}
            {...list}
            onChange={(name) => set('listName', name)}
          />
          <FailureNote error={failure ?? write.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton
              type="submit"
              loading={busy || write.isPending}
              disabledReason={canSubmit ? null : 'Enter a name, email or LinkedIn URL.'}
            >
              Add
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
