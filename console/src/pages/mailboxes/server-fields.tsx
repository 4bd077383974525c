import { NumberInput, Select, TextInput } from '@mantine/core';
import classes from './mailboxes.module.css';

export interface ServerValues {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string;
}

const securities = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
];

interface Props {
  /** "Outgoing server (SMTP)". */
  title: string;
  value: ServerValues;
  onChange: (value: ServerValues) => void;
}

export const ServerFields = ({ title, value, onChange }: Props) => (
  <fieldset className={classes.servers}>
    <legend>{title}</legend>
    <TextInput
      label="Host"
      placeholder="mail.example.com"
      autoComplete="off"
      spellCheck={false}
      value={value.host}
      onChange={(event) => onChange({ ...value, host: event.currentTarget.value })}
    />
    <NumberInput
      label="Port"
      min={1}
      max={65_535}
      hideControls
      value={value.port}
      onChange={(port) => onChange({ ...value, port: Number(port) })}
    />
    <Select
      label="Encryption"
      data={securities}
      allowDeselect={false}
      value={value.security}
      onChange={(security) =>
        onChange({ ...value, security: security as ServerValues['security'] })
      }
    />
    <TextInput
      label="Username"
      description="Usually the email address."
      autoComplete="off"
      spellCheck={false}
      value={value.user}
      onChange={(event) => onChange({ ...value, user: event.currentTarget.value })}
    />
  </fieldset>
);

/** An empty user name means the address. */
export const serverBody = ({ user, ...server }: ServerValues) => ({
  ...server,
  ...(user.trim() !== '' && { user }),
});
