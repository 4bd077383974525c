import type { Prospect } from '@outcrop/contract';
import { useRead } from '../../../api/lines.ts';
import { FailureNote } from '../../../parts/failure-note.tsx';
import { useChange } from './change.ts';
import { Chips } from './chips.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';

/** The lists someone is on and the tags they have, to take away and to add to. */
export function Memberships({ prospect }: { prospect: Prospect }) {
  const { data: boards } = useRead('getBoards');
  const { attempt, error } = useChange(prospect.id);
  return (
    <Part title="Lists and tags">
      <div className={classes.groups}>
        <Chips
          kind="list"
          chosen={prospect.lists}
          known={boards?.lists ?? []}
          onAdd={(listName) => attempt({ action: 'add_to_list', listName })}
          onRemove={(listId) => attempt({ action: 'remove_from_list', listId })}
        />
        <Chips
          kind="tag"
          chosen={prospect.tags}
          known={boards?.tags ?? []}
          onAdd={(tagName) => attempt({ action: 'tag', tagName })}
          onRemove={(tagId) => attempt({ action: 'untag', tagId })}
        />
        <FailureNote error={error} />
      </div>
    </Part>
  );
}
