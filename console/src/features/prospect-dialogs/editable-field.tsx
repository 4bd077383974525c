import type { Prospect } from '@outcrop/contract';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import classes from './editable-field.module.css';
import { FieldInput } from './field-input.tsx';
import { FieldValue, isLinked } from './field-value.tsx';
import type { UnsavedEdits } from './unsaved.tsx';

interface Props {
  prospect: Prospect;
  field: ProspectField;
  unsaved: UnsavedEdits;
  /** Where the value comes from. */
  note: ReactNode;
  onMerge: (otherId: string) => void;
}

/** A value that becomes an input on a click or Enter. */
export function EditableField({ prospect, field, unsaved, note, onMerge }: Props) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Not if the user has gone on to something else, which saved the value.
    if (wasEditing.current && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const canEdit = useDisabledReason('member') === null;
  const value = prospect[field];
  const name = fieldNames[field];
  if (isEditing)
    return (
      <FieldInput
        prospect={prospect}
        field={field}
        unsaved={unsaved}
        onMerge={onMerge}
        onClose={() => setEditing(false)}
      >
        {(input, problem) => (
          <>
            {input}
            {problem}
          </>
        )}
      </FieldInput>
    );
  if (!canEdit)
    return (
      <>
        <span className={classes.linked}>
          {value !== null && <FieldValue field={field} value={value} />}
        </span>
        {note}
      </>
    );
  const edit = () => setEditing(true);
  return (
    <>
      {value !== null && isLinked(field) ? (
        <span className={classes.linked}>
          <FieldValue field={field} value={value} />
          <button
            ref={button}
            type="button"
            className={classes.edit}
            aria-label={`Edit ${name}`}
            onClick={edit}
          >
            <IconPencil size={16} aria-hidden />
          </button>
        </span>
      ) : (
        <button
          ref={button}
          type="button"
          className={classes.value}
          data-blank={value === null || undefined}
          aria-label={value === null ? `Add ${name}` : `Edit ${name}: ${value}`}
          onClick={edit}
        >
          {value ?? 'Add'}
          <IconPencil size={16} aria-hidden />
        </button>
      )}
      {note}
    </>
  );
}
