import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  names: readonly ProspectField[];
  /** The input props of a field. */
  field: (name: ProspectField) => TextInputProps;
}

export const inputTypes: Partial<Record<ProspectField, TextInputProps['type']>> = {
  email: 'email',
  phone: 'tel',
  linkedinUrl: 'url',
  website: 'url',
};

export const ProspectInputs = ({ names, field }: Props) => (
  <div className={classes.fields}>
    {names.map((name, index) => (
      <TextInput
        key={name}
        label={fieldNames[name]}
        type={inputTypes[name] ?? 'text'}
        autoComplete="off"
        {...(index === 0 && { autoFocus: true, 'data-autofocus': true })}
        {...field(name)}
      />
    ))}
  </div>
);
