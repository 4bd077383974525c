import { useState } from 'react';
import type { FoundPerson } from '../capture/person.ts';
import { Button, Field } from './controls.tsx';
import {
  fieldLabels,
  type LeadField,
  type LeadForm,
  leadFields,
  sourceLabels,
} from './lead-form.ts';

const alwaysShown = new Set<LeadField>(['fullName', 'title', 'companyName', 'email']);
const inputModes: Partial<Record<LeadField, 'email' | 'tel' | 'url'>> = {
  email: 'email',
  phone: 'tel',
  website: 'url',
  linkedinUrl: 'url',
};

/** The fields of a person: those with a value, the usual ones, and the others on request. */
export function PersonFields({
  form,
  found = {},
  errors = {},
  onChange,
}: {
  form: LeadForm;
  found?: FoundPerson;
  errors?: Partial<Record<LeadField, string>>;
  onChange: (form: LeadForm) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const [initial] = useState(form);
  const hasParts = initial.fullName === '' && initial.firstName !== '';
  const isShown = (field: LeadField): boolean => {
    if (field === 'fullName' && hasParts) return showsAll;
    return (
      showsAll || initial[field] !== '' || errors[field] !== undefined || alwaysShown.has(field)
    );
  };
  return (
    <fieldset>
      <legend className="visually-hidden">Person</legend>
      {leadFields.filter(isShown).map((field) => {
        const source = found[field];
        return (
          <Field
            key={field}
            label={fieldLabels[field]}
            value={form[field]}
            inputMode={inputModes[field]}
            error={errors[field]}
            hint={source && source.value === form[field] && sourceLabels[source.source]}
            onChange={(event) => onChange({ ...form, [field]: event.target.value })}
          />
        );
      })}
      {!leadFields.every(isShown) && (
        <Button kind="quiet" onClick={() => setShowsAll(true)}>
          Show all fields
        </Button>
      )}
    </fieldset>
  );
}
