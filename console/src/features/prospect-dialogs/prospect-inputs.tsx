import { TextInput, type TextInputProps } from '@mantine/core';
import { type PersonField, personFieldNames } from '../prospect/fields.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  names: readonly PersonField[];
  /** The input props of a field. */
  field: (name: PersonField) => TextInputProps;
}

const inputTypes: Partial<Record<PersonField, TextInputProps['type']>> = {
  email: 'email',
  phone: 'tel',
  linkedinUrl: 'url',
  website: 'url',
};

export const PersonInputs = ({ names, field }: Props) => (
  <div className={classes.fields}>
    {names.map((name, index) => (
      <TextInput
        key={name}
        label={personFieldNames[name]}
        type={inputTypes[name] ?? 'text'}
        autoComplete="off"
        {...(index === 0 && { autoFocus: true, 'data-autofocus': true })}
        {...field(name)}
      />
    ))}
  </div>
);
