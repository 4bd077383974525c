import { Checkbox, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconBan, IconChevronDown } from '@tabler/icons-react';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { TextLink } from '../../components/links.tsx';
import { useNow } from '../../components/relative-time.tsx';
import { TagPill } from '../../components/tag-pill.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { daysInStage } from './columns.ts';
import { MoveMenu } from './move-menu.tsx';
import classes from './pipeline.module.css';

/** The dragged prospects, and the id of the last one moved by menu. */
export type DragState = RefObject<{ dragged: Prospect[]; movedByMenu: string | null }>;

/** What the cards of all columns share. */
export interface BoardActions {
  dragState: DragState;
  selected: ReadonlySet<string>;
  onToggle: (prospectId: string) => void;
  /** The prospect, and the others if it is one of several selected. */
  withSelected: (prospect: Prospect) => Prospect[];
  onMove: (prospects: Prospect[], to: Stage) => void;
}

interface Props extends BoardActions {
  prospect: Prospect;
}

const maxTags = 2;

export function ProspectCard({ prospect, ...actions }: Props) {
  const { dragState, selected, onToggle, onMove } = actions;
  const { id, title, companyName, tags, doNotContact } = prospect;
  const reason = useDisabledReason('member');
  const card = useFocusAfterMove(id, dragState);
  const drag = useDrag(prospect, reason, actions);
  const name = prospectName(prospect);
  const work = [title, companyName].filter(Boolean).join(' · ');
  const mover = (
    <ActionButton
      className={classes.mover!}
      size="compact-xs"
      variant="default"
      title="Move to…"
      aria-label={`Move to… ${name}`}
      disabledReason={reason}
    >
      <IconChevronDown size={14} aria-hidden />
    </ActionButton>
  );
  return (
    <li
      ref={card}
      className={classes.card}
      data-prospect={id}
      data-selected={selected.has(id) || undefined}
      {...drag}
    >
      <p className={classes.head}>
        <TextLink
          className={classes.name!}
          draggable={false}
          from="/w/$workspaceId/pipeline"
          to="."
          search={(before) => ({ ...before, prospect: id })}
          resetScroll={false}
          onClickCapture={(event) => {
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            onToggle(id);
          }}
        >
          {name}
        </TextLink>
        <Age prospect={prospect} />
      </p>
      {work && <p className={classes.work}>{work}</p>}
      {(doNotContact || tags.length > 0) && (
        <p className={classes.tags}>
          {doNotContact && (
            <Badge icon={IconBan} color="danger">
              Do not contact
            </Badge>
          )}
          {tags.slice(0, maxTags).map((tag) => (
            <TagPill key={tag.id} name={tag.name} />
          ))}
          {tags.length > maxTags && <span>+{tags.length - maxTags}</span>}
        </p>
      )}
      <span className={classes.tools}>
        {reason === null ? (
          <MoveMenu
            current={prospect.stage}
            onMove={(to) => {
              dragState.current.movedByMenu = id;
              onMove([prospect], to);
            }}
          >
            {mover}
          </MoveMenu>
        ) : (
          mover
        )}
        <Checkbox
          className={classes.box!}
          size="xs"
          aria-label={`Select ${name}`}
          checked={selected.has(id)}
          onChange={() => onToggle(id)}
        />
      </span>
    </li>
  );
}

/** How long the prospect has been in its stage. */
function Age({ prospect }: { prospect: Prospect }) {
  const days = daysInStage(prospect, useNow(60_000));
  if (days === null) return null;
  return (
    <span className={classes.age}>
      <span aria-hidden>{days === 0 ? 'today' : `${days} d`}</span>
      <VisuallyHidden>
        {days === 0 ? 'In this stage since today' : `In this stage for ${days} d`}
      </VisuallyHidden>
    </span>
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

function useDrag(
  prospect: Prospect,
  reason: string | null,
  { dragState, withSelected }: BoardActions,
) {
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
      dragState.current = { dragged: withSelected(prospect), movedByMenu: null };
      // Deferred, so that the drag image shows the card in its normal style.
      setTimeout(() => setDragged(true));
    },
    onDragEnd: () => {
      dragState.current.dragged = [];
      setDragged(false);
    },
  };
}
