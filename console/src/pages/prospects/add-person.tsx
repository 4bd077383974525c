import { Autocomplete, Button, Group, Stack } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { AddOutcome } from './person/add-outcome.tsx';
import { linesAboutPeople } from './person/change.ts';
import { blank, leadOf, personFields } from './person/edits.ts';
import { PersonInputs } from './person/person-inputs.tsx';

interface Props {
  /** Told whom it was, new or known, so that the page can open them. */
  onDone: (prospectId: string) => void;
  onClose: () => void;
}

/** The full name is enough: its parts are read from it. */
const asked = personFields.filter((name) => name !== 'firstName' && name !== 'lastName');

/** Adds one person by hand, and says what became of it. */
export function AddPerson({ onDone, onClose }: Props) {
  const [outcome, setOutcome] = useState<ManageData<'postProspects'> | null>(null);
  const { data: boards } = useRead('getBoards');
  const { form, field, set, values, reset, failure, busy } = useLineForm(
    'postProspects',
    { ...blank, listName: '' },
    {
      request: (typed) => ({ body: leadOf(typed) }),
      refreshes: linesAboutPeople,
      onDone: setOutcome,
    },
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
          <FailureNote error={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton
              type="submit"
              loading={busy}
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
