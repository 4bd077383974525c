import type { CSSProperties, ReactNode } from 'react';
import { hueOf } from './hue.ts';
import classes from './tag-pill.module.css';

interface Props {
  name: string;
  /** By default the name. */
  children?: ReactNode;
}

/** A tag, in a color of its own. */
export const TagPill = ({ name, children = name }: Props) => (
  <span className={classes.tag} style={{ '--hue': hueOf(name) } as CSSProperties}>
    {children}
  </span>
);

interface TagsProps {
  tags: { id: string; name: string }[];
}

/** All tags of a prospect on one line. */
export const TagPills = ({ tags }: TagsProps) => (
  <span className={classes.tags} title={tags.map(({ name }) => name).join(', ')}>
    {tags.map(({ id, name }) => (
      <TagPill key={id} name={name} />
    ))}
  </span>
);
