import { CopyTextButton } from './copy.tsx';
import classes from './shown-once.module.css';

interface Props {
  value: string;
  /** What it is: "token". */
  what: string;
}

/** A secret at the only moment at which it can be seen. It takes the focus of the form before it. */
export const ShownOnce = ({ value, what }: Props) => (
  <section
    className={classes.secret}
    aria-label={what}
    ref={(element) => element?.focus()}
    tabIndex={-1}
    data-autofocus
  >
    <code>{value}</code>
    <CopyTextButton value={value} what={what} />
  </section>
);
