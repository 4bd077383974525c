import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OutcropError } from '@outcrop/client';
import type { Prospect } from '@outcrop/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { fieldErrorText } from '../../components/field-error-text.ts';
import { describeError } from '../../components/states.tsx';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { DuplicateValue } from './duplicate-value.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { prospectIdIn } from './edits.ts';
import classes from './field-input.module.css';
import { inputTypes } from './prospect-inputs.tsx';
import type { UnsavedEdits } from './unsaved.tsx';
import { useFieldEdit } from './use-field-edit.ts';

interface Props {
  prospect: Prospect;
  field: ProspectField;
  unsaved: UnsavedEdits;
  onMerge: (otherId: string) => void;
  /** Called when the value is saved or the edit is canceled; after Tab with the direction. */
  onClose: (by?: 1 | -1) => void;
  /** Tab saves and then goes on to another field. */
  takesTab?: boolean;
  /** Shows the input with what went wrong, if anything. */
  children: (input: ReactNode, problem: ReactNode) => ReactNode;
}

/** An input for one field: saves on Enter and when it is left, and Escape cancels. */
export function FieldInput(props: Props) {
  const { prospect, field, unsaved, onMerge, onClose, takesTab, children } = props;
  const edit = useFieldEdit(prospect, field, () => close());
  const latest = useRef(edit);
  latest.current = edit;
  const problemId = useId();
  useEffect(() => {
    unsaved.set(field, () => latest.current.isUnsaved());
    return () => {
      // The row was scrolled away, for example. A closed or discarded edit is no longer in the map.
      if (unsaved.delete(field)) void saveDetached(latest.current, field);
    };
  }, [unsaved, field]);
  const direction = useRef<1 | -1>(undefined);
  const close = () => {
    unsaved.delete(field);
    onClose(direction.current);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    direction.current = undefined;
    if (event.key === 'Enter') edit.save(true);
    if (event.key === 'Tab' && takesTab) {
      event.preventDefault();
      direction.current = event.shiftKey ? -1 : 1;
      edit.save(true);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const { before, conflict } = edit;
  const message = messageOf(edit.error, field);
  const otherId = prospectIdIn(message);
  const problem = conflict ? (
    <EditConflict
      field={field}
      before={before[field]}
      after={conflict[field]}
      typed={edit.value.trim() || null}
      onDiscard={close}
      onOverwrite={() => edit.save(true, conflict)}
    />
  ) : (
    message && (
      <div role="alert" className={classes.problem}>
        {otherId === null ? (
          message
        ) : (
          <DuplicateValue name={field} otherId={otherId} onMerge={onMerge} />
        )}
      </div>
    )
  );
  return children(
    <TextInput
      size="xs"
      aria-label={fieldNames[field]}
      type={inputTypes[field] ?? 'text'}
      autoComplete="off"
      autoFocus
      readOnly={edit.busy}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? problemId : undefined}
      value={edit.value}
      onChange={(event) => edit.setValue(event.currentTarget.value)}
      onBlur={() => edit.save(false)}
      onKeyDown={onKeyDown}
    />,
    problem && <div id={problemId}>{problem}</div>,
  );
}

/** Saves an edit whose input is gone. */
async function saveDetached(edit: ReturnType<typeof useFieldEdit>, field: ProspectField) {
  edit.save(false);
  if (await edit.isUnsaved())
    notifications.show({
      title: `${fieldNames[field]} not saved`,
      message: `Edit the prospect to enter “${edit.value}” again.`,
      color: 'danger',
      autoClose: false,
    });
}

function messageOf(error: unknown, field: ProspectField): string | undefined {
  if (!error) return undefined;
  const fieldErrors = error instanceof OutcropError ? error.fieldErrors : {};
  const texts = Object.entries(fieldErrors)
    .filter(([name]) => name === field || !(field in fieldErrors))
    .flatMap(([name, messages]) =>
      messages.map((message) => fieldErrorText('patchProspect', name, message)),
    );
  return texts.join(' ') || describeError(error).advice;
}
