import { IconPlus, IconX } from '@tabler/icons-react';
import { type CSSProperties, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { hueOf } from '../../components/hue.ts';
import { TextLink } from '../../components/links.tsx';
import { NameInput } from './name-input.tsx';
import classes from './prospect-dialogs.module.css';

interface ListOrTag {
  id: string;
  name: string;
}

interface Props {
  kind: 'list' | 'tag';
  chosen: ListOrTag[];
  all: ListOrTag[];
  onAdd: (name: string) => Promise<unknown>;
  onRemove: (id: string) => Promise<unknown>;
}

const labels = {
  list: { none: 'No lists', add: 'Add to list', remove: 'Remove from list', label: 'Lists' },
  tag: { none: 'No tags', add: 'Add tag', remove: 'Remove tag', label: 'Tags' },
};

/** Lists or tags, each linking to its prospects. */
export function Chips({ kind, chosen, all, onAdd, onRemove }: Props) {
  const reason = useDisabledReason('member');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is removed, which would lose the focus.
  const restoreFocus = () => {
    if (document.activeElement === document.body) list.current?.focus();
  };
  const { none, add, remove, label } = labels[kind];
  const others = all.filter(({ id }) => !chosen.some((other) => other.id === id));
  return (
    <ul ref={list} className={classes.chips} aria-label={label} tabIndex={-1}>
      {chosen.length === 0 && <li className={classes.blank}>{none}</li>}
      {chosen.map(({ id, name }) => (
        <li
          key={id}
          className={classes.chip}
          {...(kind === 'tag' && {
            'data-tag': true,
            style: { '--hue': hueOf(name) } as CSSProperties,
          })}
        >
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
            onClick={() => void onRemove(id).then(restoreFocus)}
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
              void onAdd(name).then(restoreFocus);
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
