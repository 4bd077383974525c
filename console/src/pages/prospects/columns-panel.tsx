import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { defaultColumns } from '../../browser/preferences.ts';
import { announce } from '../../components/live-region.tsx';
import { type ColumnLayout, parseColumns, useColumnLayout } from './column-layout.ts';
import { maxWidth, minWidth } from './column-resize.tsx';
import classes from './columns-panel.module.css';
import { tableColumns } from './table-columns.tsx';

const titleOf = (key: string) => tableColumns.find((column) => column.key === key)?.title;

/** Shown columns first, in their order. */
export function ColumnsPanel() {
  const { columns, set } = useColumnLayout();
  const shown = columns.filter(({ key }) => titleOf(key) !== undefined);
  const hidden = tableColumns.filter(({ key }) => shown.every((column) => column.key !== key));
  const panel = useRef<HTMLDivElement>(null);
  const toggled = useRef<string | null>(null);
  // A toggled column moves to the other list, and its old checkbox would take the focus with it.
  useLayoutEffect(() => {
    if (toggled.current === null) return;
    panel.current
      ?.querySelector<HTMLElement>(`[data-column="${toggled.current}"] [type="checkbox"]`)
      ?.focus();
    toggled.current = null;
  });
  const toggle = (key: string, columns: readonly ColumnLayout[]) => {
    toggled.current = key;
    set(columns);
  };
  const move = (from: number, by: 1 | -1) => {
    const [column] = shown.slice(from, from + 1);
    set(shown.toSpliced(from, 1).toSpliced(from + by, 0, column!));
    announce(`${titleOf(column!.key)} is column ${from + by + 1} of ${shown.length}`);
  };
  return (
    <div ref={panel} className={classes.panel}>
      <ul className={classes.list} aria-label="Shown columns">
        {shown.map((column, index) => (
          <li key={column.key} className={classes.row} data-column={column.key}>
            <Checkbox
              className={classes.name!}
              label={titleOf(column.key)}
              checked
              onChange={() => toggle(column.key, shown.toSpliced(index, 1))}
            />
            <WidthField column={column} onChange={(changed) => set(shown.with(index, changed))} />
            <MoveButton
              label={`Move ${titleOf(column.key)} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={16} />
            </MoveButton>
            <MoveButton
              label={`Move ${titleOf(column.key)} down`}
              disabled={index === shown.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={16} />
            </MoveButton>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <ul className={classes.list} aria-label="Hidden columns">
          {hidden.map(({ key, title }) => (
            <li key={key} className={classes.row} data-column={key}>
              <Checkbox
                label={title}
                checked={false}
                onChange={() => toggle(key, [...shown, { key }])}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => set(parseColumns(defaultColumns))}>
        Reset to default
      </Button>
    </div>
  );
}

interface WidthProps {
  column: ColumnLayout;
  onChange: (column: ColumnLayout) => void;
}

/** Without a number, the column gets its share of the space. */
const WidthField = ({ column: { key, width }, onChange }: WidthProps) => (
  <input
    key={width}
    className={classes.width}
    type="number"
    aria-label={`Width of ${titleOf(key)}`}
    placeholder="Auto"
    min={minWidth}
    max={maxWidth}
    step={10}
    defaultValue={width ?? ''}
    onBlur={({ currentTarget: { valueAsNumber: given } }) => {
      const next = Math.round(Math.min(Math.max(given, minWidth), maxWidth));
      if (Number.isNaN(given) ? width !== undefined : next !== width)
        onChange({ key, ...(!Number.isNaN(given) && { width: next }) });
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.currentTarget.blur();
    }}
  />
);

interface MoveProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays focusable at the ends, so that the focus is not lost. */
const MoveButton = ({ label, disabled, onClick, children }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={disabled || undefined}
    {...(disabled && { 'data-disabled': true })}
    onClick={() => disabled || onClick()}
  >
    {children}
  </ActionIcon>
);
