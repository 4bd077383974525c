import { TextInput, type TextInputProps } from '@mantine/core';
import { type PersonField, personFieldNames } from '../../../parts/person.ts';
import classes from './person.module.css';

interface Props {
  names: readonly PersonField[];
  /** What goes into the input of a field: its value, and what is wrong with it. */
  field: (name: PersonField) => TextInputProps;
}

const kinds: Partial<Record<PersonField, TextInputProps['type']>> = {
  email: 'email',
  phone: 'tel',
  linkedinUrl: 'url',
  website: 'url',
};

/** Fields of a person, to be filled in. */
export const PersonInputs = ({ names, field }: Props) => (
  <div className={classes.fields}>
    {names.map((name, place) => (
      <TextInput
        key={name}
        label={personFieldNames[name]}
        type={kinds[name] ?? 'text'}
        autoComplete="off"
        {...(place === 0 && { autoFocus: true, 'data-autofocus': true })}
        {...field(name)}
      />
    ))}
  </div>
);
