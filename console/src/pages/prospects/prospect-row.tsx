// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.

import { VisuallyHidden } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconBan } from '@tabler/icons-react';
import { memo, type ReactNode, type Ref } from 'react';
import { prospectName } from '../../features/prospect/fields.ts';
import classes from './prospect-table.module.css';
import type { TableColumn } from './table-columns.tsx';

interface RowPosition {
  index: number;
  /** Pixels below the first row. */
  top: number;
  /** Measures a card, whose height depends on its content. */
  measure: Ref<HTMLDivElement> | undefined;
}

interface Props extends RowPosition {
  prospect: Prospect;
  columns: TableColumn[];
  isSelected: boolean;
  href: string;
}

/** Without event handlers: the table handles events for all rows. */
export const ProspectRow = memo(({ prospect, columns, isSelected, href, ...position }: Props) => {
  const name = prospectName(prospect);
  return (
    <Row {...position} isSelected={isSelected}>
      <div role="cell" className={classes.checkbox} data-checkbox>
        <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} readOnly />
      </div>
      <div role="cell" className={classes.name}>
        <a href={href} title={name}>
          {name}
        </a>
        {prospect.doNotContact && (
          <span className={classes.forbidden} title="Do not contact">
            <IconBan size={16} aria-hidden />
            <VisuallyHidden>Do not contact</VisuallyHidden>
          </span>
        )}
      </div>
      {columns.map(({ key, title, cell }) => {
        const value = cell(prospect);
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
    </Row>
  );
});

/** For rows that are loading or failed to load. */
export const PlaceholderRow = ({
  children,
  ...position
}: RowPosition & { children: ReactNode }) => (
  <Row {...position} isSelected={false}>
    <div role="cell" className={classes.placeholder}>
      {children}
    </div>
  </Row>
);

interface RowProps extends RowPosition {
  isSelected: boolean;
  children: ReactNode;
}

const Row = ({ index, top, measure, isSelected, children }: RowProps) => (
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
