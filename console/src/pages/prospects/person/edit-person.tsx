import { Button, Group, Stack } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import type { Prospect } from '@outcrop/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FailureNote } from '../../../parts/failure-note.tsx';
import { useLineForm } from '../../../parts/line-form.ts';
import { announce } from '../../../parts/live-region.tsx';
import { linesAboutPeople } from './change.ts';
import { EditConflict } from './edit-conflict.tsx';
import { editOf, overtakenBy, personFields, recordIn, valuesOf } from './edits.ts';
import { InUse } from './in-use.tsx';
import { Part } from './part.tsx';
import { PersonInputs } from './person-inputs.tsx';

interface Props {
  /** The record as it is now, whoever changed it. */
  current: Prospect;
  /** Reads it again. */
  onRefresh: () => unknown;
  onMerge: (otherId: string) => void;
  onChanges: (hasChanges: boolean) => void;
  onClose: () => void;
}

/** Corrects what is known about a person, and never overwrites unseen what somebody else wrote. */
export function EditPerson(props: Props) {
  const [before, setBefore] = useState(props.current);
  return (
    <EditForm
      key={before.updatedAt}
      before={before}
      onTakeOver={() => setBefore(props.current)}
      {...props}
    />
  );
}

interface FormProps extends Props {
  /** The record that the form began with. */
  before: Prospect;
  onTakeOver: () => void;
}

function EditForm(props: FormProps) {
  const { before, current, onTakeOver, onRefresh, onMerge, onChanges, onClose } = props;
  const seen = useRef(before.updatedAt);
  const { form, field, values, failure, busy } = useLineForm('patchProspect', valuesOf(before), {
    request: (typed) => ({
      params: { prospectId: before.id },
      body: { ...editOf(before, typed), ifUpdatedAt: seen.current },
    }),
    refreshes: linesAboutPeople,
    onDone: () => {
      announce('Saved');
      onClose();
    },
  });
  const hasChanges = Object.keys(editOf(before, values)).length > 0;
  useLayoutEffect(() => onChanges(hasChanges), [hasChanges, onChanges]);
  const isOvertaken = failure instanceof OutcropError && 'ifUpdatedAt' in failure.fieldErrors;
  useEffect(() => {
    if (isOvertaken) onRefresh();
  }, [isOvertaken, onRefresh]);
  return (
    <Part title="Edit details">
      <form {...form}>
        <Stack>
          <PersonInputs
            names={personFields}
            field={(name) => {
              const input = field(name);
              const otherId = recordIn(input.error);
              return otherId === null
                ? input
                : { ...input, error: <InUse name={name} otherId={otherId} onMerge={onMerge} /> };
            }}
          />
          {isOvertaken ? (
            <EditConflict
              isRead={current.updatedAt !== seen.current}
              changes={overtakenBy(before, current, values)}
              busy={busy}
              onTakeOver={onTakeOver}
              onInsist={() => {
                seen.current = current.updatedAt;
              }}
            />
          ) : (
            <FailureNote error={failure} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {!isOvertaken && (
              <Button type="submit" loading={busy}>
                Save
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
