import { TextInput } from '@mantine/core';

interface Props {
  from: string | undefined;
  to: string | undefined;
  onChange: (name: 'from' | 'to', day: string) => void;
}

/** The first and last day of what a table shows, as filters. */
export const DateRange = ({ from, to, onChange }: Props) => (
  <>
    <TextInput
      type="date"
      label="From (UTC)"
      leftSection="From"
      leftSectionWidth={54}
      leftSectionPointerEvents="none"
      title="Days are in UTC"
      value={from ?? ''}
      {...(to && { max: to })}
      onChange={(event) => onChange('from', event.currentTarget.value)}
    />
    <TextInput
      type="date"
      label="To (UTC)"
      leftSection="To"
      leftSectionWidth={36}
      leftSectionPointerEvents="none"
      title="Days are in UTC"
      value={to ?? ''}
      {...(from && { min: from })}
      onChange={(event) => onChange('to', event.currentTarget.value)}
    />
  </>
);
