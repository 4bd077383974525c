import { CopyIcon } from '../../components/copy.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';

export const OpeningLine = ({ line }: { line: string | null }) =>
  line !== null && (
    <DrawerSection title="Opening line">
      <div className={classes.openingLine}>
        <span>{line}</span>
        <CopyIcon value={line} what="opening line" />
      </div>
    </DrawerSection>
  );
