import { Autocomplete, Button, Group, Stack } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { AddKnown } from './person/add-known.tsx';
import { AddOutcome } from './person/add-outcome.tsx';
import { linesAboutPeople } from './person/change.ts';
import { blank, leadOf, type PersonValues, personFields } from './person/edits.ts';
import { PersonInputs } from './person/person-inputs.tsx';

interface Props {
  /** Told whom it was, new or known, so that the page can open them. */
  onDone: (prospectId: string) => void;
  onClose: () => void;
}

/** The full name is enough: its parts are read from it. */
const asked = personFields.filter((name) => name !== 'firstName' && name !== 'lastName');

type Added = ManageData<'postProspects'>;
type Typed = PersonValues & { listName: string };

/** Adds one person by hand. Someone who is known already is only changed when the user says so. */
export function AddPerson({ onDone, onClose }: Props) {
  const [outcome, setOutcome] = useState<Added | null>(null);
  const [known, setKnown] = useState<{ trial: Added; typed: Typed } | null>(null);
  const write = useWrite('postProspects', linesAboutPeople);
  const save = (typed: Typed, onMatch: 'fill' | 'overwrite') =>
    write.mutate(
      { body: { ...leadOf(typed), onMatch } },
      {
        onSuccess: (added) => {
          setKnown(null);
          setOutcome(added);
        },
      },
    );
  const { data: boards } = useRead('getBoards');
  const { form, field, set, values, reset, failure, busy } = useLineForm(
    'postProspects',
    { ...blank, listName: '' },
    {
      request: (typed) => ({ body: { ...leadOf(typed), dryRun: true } }),
      onDone: (trial, typed) => {
        if (trial.status === 'failed' || trial.status === 'quota_blocked') setOutcome(trial);
        else if (trial.prospectId && trial.changed) setKnown({ trial, typed });
        // Should someone else add this person in the meantime, their fields are safe.
        else save(typed, 'fill');
      },
    },
  );
  if (known)
    return (
      <AddKnown
        {...known}
        busy={write.isPending}
        failure={write.error}
        onWrite={(onMatch) => save(known.typed, onMatch)}
        onOpen={onDone}
        onBack={() => setKnown(null)}
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
  const isSomebody = [fullName, email, linkedinUrl].some((text) => text.trim() !== '');
  const { onChange: _, ...list } = field('listName');
  return (
    <Dialog title="Add a person" size="lg" onClose={onClose}>
      <form {...form}>
        <Stack>
          <PersonInputs names={asked} field={field} />
          <Autocomplete
            label="List"
            description="Puts them on it; a new name makes a new list."
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
              disabledReason={
                isSomebody ? null : 'Give a name, an e-mail address or a LinkedIn page first.'
              }
            >
              Add
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
