// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.

import { VisuallyHidden } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconBan } from '@tabler/icons-react';
import { memo, type ReactNode, type Ref, Suspense } from 'react';
import { Initials } from '../../components/initials.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { CellEditor } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import classes from './prospect-table.module.css';
import type { TableColumn } from './table-columns.tsx';
import { type CellEdit, isCellField } from './use-cell-edit.ts';

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
  isOpen: boolean;
  href: string;
  canEdit: boolean;
  /** Whether the pointer is on it. */
  isPointed: boolean;
  /** The cell that is being edited, if it is in this row. */
  editing: CellEdit | null;
  onEditEnd: (edit: CellEdit, by?: 1 | -1) => void;
}

/** Without event handlers: the table handles events for all rows. */
export const ProspectRow = memo((props: Props) => {
  const { prospect, columns, isSelected, isOpen, href, canEdit, ...others } = props;
  const { isPointed, editing, onEditEnd, ...position } = others;
  const name = prospectName(prospect);
  /** The value of a cell, with a button to edit it, or the editor. */
  const editable = (key: string, title: string, value: ReactNode) => {
    if (!canEdit || !isCellField(key)) return value;
    if (editing?.field === key)
      return (
        <Suspense fallback={value}>
          <CellEditor prospect={prospect} field={key} onClose={(by) => onEditEnd(editing, by)} />
        </Suspense>
      );
    if (key === 'stage')
      return (
        <button type="button" className={classes.stage} data-edit={key} aria-haspopup="menu">
          {value}
        </button>
      );
    // The value stays the same element while the pointer arrives: a click on a replaced link is lost.
    return (
      <>
        {value}
        {isPointed && (
          <button
            type="button"
            className={classes.edit}
            data-edit={key}
            tabIndex={-1}
            aria-label={`Edit ${title}`}
          >
            Edit
          </button>
        )}
      </>
    );
  };
  return (
    <Row {...position} isSelected={isSelected} isOpen={isOpen}>
      <div role="cell" className={classes.checkbox} data-checkbox>
        <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} readOnly />
      </div>
      <div
        role="cell"
        className={classes.name}
        data-editing={editing?.field === 'fullName' || undefined}
      >
        <Initials name={name} size={24} />
        {editable(
          'fullName',
          'name',
          <a href={href} title={name}>
            {name}
          </a>,
        )}
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
            data-key={key}
            data-label={title}
            data-blank={value === null || undefined}
            data-editing={editing?.field === key || undefined}
            {...(typeof value === 'string' && { title: value })}
          >
            {editable(key, title.toLowerCase(), value)}
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
  isOpen?: boolean;
  children: ReactNode;
}

const Row = ({ index, top, measure, isSelected, isOpen, children }: RowProps) => (
  <div
    role="row"
    ref={measure}
    className={classes.row}
    tabIndex={-1}
    aria-rowindex={index + 2}
    data-index={index}
    data-selected={isSelected || undefined}
    aria-current={isOpen || undefined}
    style={{ transform: `translateY(${top}px)` }}
  >
    {children}
  </div>
);
