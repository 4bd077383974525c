import { CopyTextButton } from './copy.tsx';
import classes from './one-time-secret.module.css';

interface Props {
  value: string;
  /** "token". */
  what: string;
}

/** A secret that is shown only once. It takes the focus from the form that it replaces. */
export const OneTimeSecret = ({ value, what }: Props) => (
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
