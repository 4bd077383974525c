import type { View } from '@outcrop/contract';
import { useMemo } from 'react';
import { setPreference, usePreferences } from '../../browser/preferences.ts';
import { createStore } from '../../browser/store.ts';
import { useCurrentView } from './view-state.ts';

/** A shown column after the name, with the width that a user gave it. */
export type ColumnLayout = View['columns'][number];

/** Columns of views that were changed and not saved yet, by the id of the view. */
const changedColumns = createStore<Record<string, readonly ColumnLayout[]>>({});

/** The shown columns: the view's, or else this browser's. */
export function useColumnLayout() {
  const { prospectColumns } = usePreferences();
  const view = useCurrentView();
  const changed = changedColumns.use();
  const own = useMemo(() => parseColumns(prospectColumns), [prospectColumns]);
  const ofView = view && view.columns.length > 0 ? view : undefined;
  return {
    columns: (ofView && (changed[ofView.id] ?? ofView.columns)) ?? own,
    isChanged: ofView !== undefined && isChanged(ofView.columns, changed[ofView.id]),
    set: (columns: readonly ColumnLayout[]) => {
      if (ofView) changedColumns.set({ ...changedColumns.get(), [ofView.id]: columns });
      else setPreference('prospectColumns', columnsText(columns));
    },
  };
}

const isChanged = (saved: readonly ColumnLayout[], now: readonly ColumnLayout[] | undefined) =>
  now !== undefined && columnsText(now) !== columnsText(saved);

/** After a view was saved or its changes were discarded. */
export function forgetChangedColumns(viewId: string): void {
  const { [viewId]: _, ...others } = changedColumns.get();
  changedColumns.set(others);
}

/** `title email:260 stage`. */
export const parseColumns = (text: string): ColumnLayout[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [key, width] = part.split(':');
      return { key: key!, ...(Number(width) > 0 && { width: Number(width) }) };
    });

const columnsText = (columns: readonly ColumnLayout[]): string =>
  columns.map(({ key, width }) => (width ? `${key}:${width}` : key)).join(' ');
