import { MultiSelect } from '@mantine/core';
import classes from './multi-choice.module.css';

interface Props {
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: { value: string; label: string }[];
  values: string[];
  onChange: (values: string[]) => void;
  /** The label of a value that `data` does not have. */
  unknown: string;
  /** Says the label before the value, where the label itself is not shown: "Stage: New". */
  hasLabelInside?: boolean;
}

/** The API accepts this many values of a filter. */
const maxValues = 50;

/** A choice of several values on one line: "New", "New + 2". */
export function MultiChoice({
  label,
  placeholder,
  data,
  values,
  onChange,
  unknown,
  hasLabelInside = false,
}: Props) {
  const labels = values.map(
    (value) => data.find((choice) => choice.value === value)?.label ?? unknown,
  );
  const [first, ...others] = labels;
  return (
    <MultiSelect
      label={label}
      {...(values.length === 0 ? { placeholder } : { 'aria-description': labels.join(', ') })}
      data={data}
      value={values}
      onChange={onChange}
      maxValues={maxValues}
      renderPill={({ value }) =>
        value === values[0] && (
          <span className={classes.chosen} title={labels.join(', ')}>
            {hasLabelInside && <span className={classes.label}>{label}:</span>}
            <span className={classes.first}>{first}</span>
            {others.length > 0 && <span className={classes.others}>+ {others.length}</span>}
          </span>
        )
      }
      classNames={{ pillsList: classes.line!, inputField: classes.field! }}
      searchable={data.length > 7}
      nothingFoundMessage="No matches"
      limit={200}
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      comboboxProps={{ keepMounted: false, width: 240, position: 'bottom-start' }}
    />
  );
}
