import { usePages } from '../../api/endpoints.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AddNote } from '../notes/add-note.tsx';
import { NoteItem } from '../notes/note-item.tsx';
import classes from '../notes/notes.module.css';
import { DrawerSection } from './drawer-section.tsx';

interface Props {
  prospectId: string;
  onChanges: (hasChanges: boolean) => void;
}

/** What users wrote, and the calls, meetings and messages that they logged. */
export function Notes({ prospectId, onChanges }: Props) {
  const pages = usePages(
    'getNotes',
    { params: { prospectId }, query: { limit: '5' } },
    ({ notes }) => notes,
  );
  return (
    <DrawerSection title="Notes">
      <AddNote prospectId={prospectId} />
      <QueryBoundary query={pages} what="the notes">
        {(notes) =>
          notes.length > 0 && (
            <>
              <ul className={classes.list} aria-label="Notes of this prospect">
                {notes.map((note) => (
                  <NoteItem key={note.id} note={note} onChanges={onChanges} />
                ))}
              </ul>
              {pages.hasNextPage && <LoadMore shown={notes.length} pages={pages} />}
            </>
          )
        }
      </QueryBoundary>
    </DrawerSection>
  );
}
