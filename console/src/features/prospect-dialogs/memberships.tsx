import type { Prospect } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { useChange } from './change.ts';
import { Chips } from './chips.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';

export function Memberships({ prospect }: { prospect: Prospect }) {
  const { data: boards } = useRead('getBoards');
  const { attempt, error } = useChange(prospect.id);
  return (
    <DrawerSection title="Lists and tags">
      <div className={classes.groups}>
        <Chips
          kind="list"
          chosen={prospect.lists}
          all={boards?.lists ?? []}
          onAdd={(listName) => attempt({ action: 'add_to_list', listName })}
          onRemove={(listId) => attempt({ action: 'remove_from_list', listId })}
        />
        <Chips
          kind="tag"
          chosen={prospect.tags}
          all={boards?.tags ?? []}
          onAdd={(tagName) => attempt({ action: 'tag', tagName })}
          onRemove={(tagId) => attempt({ action: 'untag', tagId })}
        />
        <FailureNote error={error} />
      </div>
    </DrawerSection>
  );
}
