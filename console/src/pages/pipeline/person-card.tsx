import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconBan } from '@tabler/icons-react';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useReasonAgainst } from '../../api/roles.ts';
import { TextLink } from '../../parts/links.tsx';
import { Mark } from '../../parts/mark.tsx';
import { personName } from '../../parts/person.ts';
import { MoveMenu } from './move-menu.tsx';
import classes from './pipeline.module.css';

/** Whom the pointer holds, and whom the menu has moved last. */
export type Hand = RefObject<{ dragged: Prospect | null; movedByMenu: string | null }>;

interface Props {
  person: Prospect;
  hand: Hand;
  onMove: (person: Prospect, to: Stage) => void;
}

const mostTags = 3;

export function PersonCard({ person, hand, onMove }: Props) {
  const { id, title, companyName, tags, doNotContact } = person;
  const card = useFocusAfterMove(id, hand);
  const drag = useDrag(person, hand);
  const work = [title, companyName].filter(Boolean).join(' · ');
  return (
    <li ref={card} className={classes.card} {...drag}>
      <TextLink
        className={classes.name!}
        draggable={false}
        from="/w/$workspaceId/pipeline"
        to="."
        search={(before) => ({ ...before, prospect: id })}
        resetScroll={false}
      >
        {personName(person)}
      </TextLink>
      {work && <p className={classes.work}>{work}</p>}
      {tags.length > 0 && (
        <p className={classes.tags}>
          {tags.slice(0, mostTags).map((tag) => (
            <span key={tag.id}>{tag.name}</span>
          ))}
          {tags.length > mostTags && <span>+{tags.length - mostTags}</span>}
        </p>
      )}
      {doNotContact && (
        <p className={classes.warning}>
          <Mark icon={IconBan} color="danger">
            Do not contact
          </Mark>
        </p>
      )}
      <MoveMenu
        person={person}
        onMove={(to) => {
          hand.current.movedByMenu = id;
          onMove(person, to);
        }}
      />
    </li>
  );
}

/** A card is made anew in its new column; the focus goes along, unless it has gone elsewhere. */
function useFocusAfterMove(id: string, hand: Hand) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (hand.current.movedByMenu !== id) return;
    const focused = document.activeElement;
    // Where it was moved from, and the notice with Undo, are about to be gone.
    const isLost = focused === document.body || focused?.closest('[role="menu"], [role="alert"]');
    if (!isLost) return;
    const mover = card.current?.querySelector('button');
    mover?.focus();
    // On a narrow screen its new column is not shown.
    if (document.activeElement !== mover) card.current?.closest<HTMLElement>('[tabindex]')?.focus();
  }, [id, hand]);
  return card;
}

function useDrag(person: Prospect, hand: Hand) {
  const reason = useReasonAgainst('member');
  const [isDragged, setDragged] = useState(false);
  return {
    draggable: true,
    'data-dragged': isDragged || undefined,
    onDragStart: (event: DragEvent) => {
      if (reason !== null) {
        event.preventDefault();
        notifications.show({
          title: `You cannot move ${personName(person)}`,
          message: reason,
          color: 'warn',
        });
        return;
      }
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', personName(person));
      hand.current = { dragged: person, movedByMenu: null };
      // Later, so that what hangs at the pointer is the card as it was.
      setTimeout(() => setDragged(true));
    },
    onDragEnd: () => {
      hand.current.dragged = null;
      setDragged(false);
    },
  };
}
