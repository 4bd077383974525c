import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useReasonAgainst } from '../../../api/roles.ts';
import { ActionButton } from '../../../parts/action-button.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { NameInput } from './name-input.tsx';
import classes from './person.module.css';

interface Board {
  id: string;
  name: string;
}

interface Props {
  kind: 'list' | 'tag';
  chosen: Board[];
  known: Board[];
  onAdd: (name: string) => Promise<unknown>;
  onRemove: (id: string) => Promise<unknown>;
}

const words = {
  list: { none: 'On no list.', add: 'Add to a list', remove: 'Take off the list', label: 'Lists' },
  tag: { none: 'No tags.', add: 'Add a tag', remove: 'Take away the tag', label: 'Tags' },
};

/** Lists or tags, each a link to everyone who is in it. */
export function Chips({ kind, chosen, known, onAdd, onRemove }: Props) {
  const reason = useReasonAgainst('member');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // What was pressed goes, and the focus with it, unless it has moved on.
  const stay = () => {
    if (document.activeElement === document.body) list.current?.focus();
  };
  const { none, add, remove, label } = words[kind];
  const others = known.filter(({ id }) => !chosen.some((board) => board.id === id));
  return (
    <ul ref={list} className={classes.chips} aria-label={label} tabIndex={-1}>
      {chosen.length === 0 && <li className={classes.blank}>{none}</li>}
      {chosen.map(({ id, name }) => (
        <li key={id} className={classes.chip}>
          <TextLink
            inherit
            from="/w/$workspaceId"
            to="/w/$workspaceId/prospects"
            search={kind === 'list' ? { listId: id } : { tagId: id }}
          >
            {name}
          </TextLink>
          <ActionButton
            size="compact-xs"
            variant="subtle"
            color="muted"
            w={24}
            h={24}
            p={0}
            aria-label={`${remove} ${name}`}
            disabledReason={reason}
            onClick={() => void onRemove(id).then(stay)}
          >
            <IconX size={14} />
          </ActionButton>
        </li>
      ))}
      <li>
        {isAdding ? (
          <NameInput
            kind={kind}
            label={add}
            names={others.map(({ name }) => name)}
            onChosen={(name) => {
              setAdding(false);
              void onAdd(name).then(stay);
            }}
            onClose={() => setAdding(false)}
          />
        ) : (
          <ActionButton
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            disabledReason={reason}
            onClick={() => setAdding(true)}
          >
            {add}
          </ActionButton>
        )}
      </li>
    </ul>
  );
}
