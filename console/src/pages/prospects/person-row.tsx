// biome-ignore-all lint/a11y/useSemanticElements: each row is placed by itself, which rows of a table element cannot be.

import { VisuallyHidden } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconBan } from '@tabler/icons-react';
import { memo, type ReactNode, type Ref } from 'react';
import { personName } from '../../parts/person.ts';
import type { PeopleColumn } from './people-columns.tsx';
import classes from './people-table.module.css';

interface PlaceProps {
  index: number;
  /** Pixels below the first row. */
  top: number;
  /** Measures a card, whose height depends on what is known. */
  measure: Ref<HTMLDivElement> | undefined;
}

interface Props extends PlaceProps {
  person: Prospect;
  columns: PeopleColumn[];
  isSelected: boolean;
  href: string;
}

/** One person. It has no handlers: the table hears for all its rows, which come and go quickly. */
export const PersonRow = memo(({ person, columns, isSelected, href, ...place }: Props) => {
  const name = personName(person);
  return (
    <RowAt {...place} isSelected={isSelected}>
      <div role="cell" className={classes.tick} data-tick>
        <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} readOnly />
      </div>
      <div role="cell" className={classes.name}>
        <a href={href} title={name}>
          {name}
        </a>
        {person.doNotContact && (
          <span className={classes.forbidden} title="Do not contact">
            <IconBan size={16} aria-hidden />
            <VisuallyHidden>Do not contact</VisuallyHidden>
          </span>
        )}
      </div>
      {columns.map(({ key, title, cell }) => {
        const value = cell(person);
        return (
          <div
            key={key}
            role="cell"
            className={classes.cell}
            data-label={title}
            data-blank={value === null || undefined}
            {...(typeof value === 'string' && { title: value })}
          >
            {value}
          </div>
        );
      })}
    </RowAt>
  );
});

/** The place of someone who is still being read, or could not be. */
export const RowToCome = ({ children, ...place }: PlaceProps & { children: ReactNode }) => (
  <RowAt {...place} isSelected={false}>
    <div role="cell" className={classes.toCome}>
      {children}
    </div>
  </RowAt>
);

interface RowAtProps extends PlaceProps {
  isSelected: boolean;
  children: ReactNode;
}

const RowAt = ({ index, top, measure, isSelected, children }: RowAtProps) => (
  <div
    role="row"
    ref={measure}
    className={classes.row}
    tabIndex={-1}
    aria-rowindex={index + 2}
    data-index={index}
    data-selected={isSelected || undefined}
    style={{ transform: `translateY(${top}px)` }}
  >
    {children}
  </div>
);
