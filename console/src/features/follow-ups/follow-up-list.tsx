import type { FollowUp } from '@outcrop/contract';
import { type ReactNode, useRef } from 'react';
import { FollowUpItem } from './follow-up-item.tsx';
import classes from './follow-ups.module.css';

interface Props {
  label: string;
  followUps: FollowUp[];
  prospectOf?: (followUp: FollowUp) => ReactNode;
}

/** Takes the focus when one of its items is done, because its button is gone then. */
export function FollowUpList({ label, followUps, prospectOf }: Props) {
  const list = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div ref={list} role="group" aria-label={label} tabIndex={-1}>
      <ul className={classes.list}>
        {followUps.map((followUp) => (
          <FollowUpItem
            key={followUp.id}
            followUp={followUp}
            prospect={prospectOf?.(followUp)}
            onGone={() => list.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
    </div>
  );
}
