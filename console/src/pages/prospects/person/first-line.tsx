import { CopyIcon } from '../../../parts/copy.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';

/** How a first letter to them could begin. */
export const FirstLine = ({ line }: { line: string | null }) =>
  line !== null && (
    <Part title="First line">
      <div className={classes.line}>
        <span>{line}</span>
        <CopyIcon value={line} what="first line" />
      </div>
    </Part>
  );
