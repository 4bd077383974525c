import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconBan } from '@tabler/icons-react';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { Badge } from '../../components/badge.tsx';
import { TextLink } from '../../components/links.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { MoveMenu } from './move-menu.tsx';
import classes from './pipeline.module.css';

/** The dragged prospect, and the id of the last one moved by menu. */
export type DragState = RefObject<{ dragged: Prospect | null; movedByMenu: string | null }>;

interface Props {
  prospect: Prospect;
  dragState: DragState;
  onMove: (prospect: Prospect, to: Stage) => void;
}

const maxTags = 3;

export function ProspectCard({ prospect, dragState, onMove }: Props) {
  const { id, title, companyName, tags, doNotContact } = prospect;
  const card = useFocusAfterMove(id, dragState);
  const drag = useDrag(prospect, dragState);
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
        {prospectName(prospect)}
      </TextLink>
      {work && <p className={classes.work}>{work}</p>}
      {tags.length > 0 && (
        <p className={classes.tags}>
          {tags.slice(0, maxTags).map((tag) => (
            <span key={tag.id}>{tag.name}</span>
          ))}
          {tags.length > maxTags && <span>+{tags.length - maxTags}</span>}
        </p>
      )}
      {doNotContact && (
        <p className={classes.warning}>
          <Badge icon={IconBan} color="danger">
            Do not contact
          </Badge>
        </p>
      )}
      <MoveMenu
        prospect={prospect}
        onMove={(to) => {
          dragState.current.movedByMenu = id;
          onMove(prospect, to);
        }}
      />
    </li>
  );
}

/** A moved card is mounted again in its new column and gets the focus back. */
function useFocusAfterMove(id: string, dragState: DragState) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (dragState.current.movedByMenu !== id) return;
    const focused = document.activeElement;
    // The menu and the notification with Undo are about to close.
    const isLost = focused === document.body || focused?.closest('[role="menu"], [role="alert"]');
    if (!isLost) return;
    const mover = card.current?.querySelector('button');
    mover?.focus();
    // On narrow screens the new column is hidden.
    if (document.activeElement !== mover) card.current?.closest<HTMLElement>('[tabindex]')?.focus();
  }, [id, dragState]);
  return card;
}

function useDrag(prospect: Prospect, dragState: DragState) {
  const reason = useDisabledReason('member');
  const [isDragged, setDragged] = useState(false);
  return {
    draggable: true,
    'data-dragged': isDragged || undefined,
    onDragStart: (event: DragEvent) => {
      if (reason !== null) {
        event.preventDefault();
        notifications.show({
          title: `You can’t move ${prospectName(prospect)}`,
          message: reason,
          color: 'warn',
        });
        return;
      }
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', prospectName(prospect));
      dragState.current = { dragged: prospect, movedByMenu: null };
      // Deferred, so that the drag image shows the card in its normal style.
      setTimeout(() => setDragged(true));
    },
    onDragEnd: () => {
      dragState.current.dragged = null;
      setDragged(false);
    },
  };
}
