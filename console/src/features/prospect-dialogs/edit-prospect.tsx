import { Button, Group, Stack } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import type { Prospect } from '@outcrop/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { announce } from '../../components/live-region.tsx';
import { prospectEndpoints } from './change.ts';
import { DrawerSection } from './drawer-section.tsx';
import { DuplicateValue } from './duplicate-value.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { conflictingChanges, editOf, prospectFields, prospectIdIn, valuesOf } from './edits.ts';
import { ProspectInputs } from './prospect-inputs.tsx';

interface Props {
  /** The latest version, including changes by others. */
  current: Prospect;
  onRefresh: () => unknown;
  onMerge: (otherId: string) => void;
  onChanges: (hasChanges: boolean) => void;
  onClose: () => void;
}

/** Edits a prospect. Changes by others are never overwritten without confirmation. */
export function EditProspect(props: Props) {
  const [before, setBefore] = useState(props.current);
  return (
    <EditForm
      key={before.updatedAt}
      before={before}
      onDiscard={() => setBefore(props.current)}
      {...props}
    />
  );
}

interface FormProps extends Props {
  /** The version that is being edited. */
  before: Prospect;
  onDiscard: () => void;
}

function EditForm(props: FormProps) {
  const { before, current, onDiscard, onRefresh, onMerge, onChanges, onClose } = props;
  const baseUpdatedAt = useRef(before.updatedAt);
  const { form, field, values, failure, busy } = useEndpointForm(
    'patchProspect',
    valuesOf(before),
    {
      request: (typed) => ({
        params: { prospectId: before.id },
        body: { ...editOf(before, typed), ifUpdatedAt: baseUpdatedAt.current },
      }),
      refreshes: prospectEndpoints,
      onDone: () => {
        announce('Saved');
        onClose();
      },
    },
  );
  const hasChanges = Object.keys(editOf(before, values)).length > 0;
  useLayoutEffect(() => onChanges(hasChanges), [hasChanges, onChanges]);
  const hasConflict = failure instanceof OutcropError && 'ifUpdatedAt' in failure.fieldErrors;
  useEffect(() => {
    if (hasConflict) onRefresh();
  }, [hasConflict, onRefresh]);
  return (
    <DrawerSection title="Edit details">
      <form {...form}>
        <Stack>
          <ProspectInputs
            names={prospectFields}
            field={(name) => {
              const input = field(name);
              const otherId = prospectIdIn(input.error);
              return otherId === null
                ? input
                : {
                    ...input,
                    error: <DuplicateValue name={name} otherId={otherId} onMerge={onMerge} />,
                  };
            }}
          />
          {hasConflict ? (
            <EditConflict
              isReloaded={current.updatedAt !== baseUpdatedAt.current}
              changes={conflictingChanges(before, current, values)}
              busy={busy}
              onDiscard={onDiscard}
              onOverwrite={() => {
                baseUpdatedAt.current = current.updatedAt;
              }}
            />
          ) : (
            <FailureNote error={failure} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {!hasConflict && (
              <Button type="submit" loading={busy}>
                Save
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </DrawerSection>
  );
}
