import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import type { CellField } from '../../features/prospect-dialogs/cell-editor.tsx';
import type { TableColumn } from './table-columns.tsx';

const editableFields = ['fullName', 'title', 'companyName', 'email', 'phone', 'locationName'];

export const isCellField = (key: string): key is CellField =>
  key === 'stage' || editableFields.includes(key);

export interface CellEdit {
  id: string;
  field: CellField;
}

interface Options {
  frame: RefObject<HTMLElement | null>;
  ids: string[];
  columns: TableColumn[];
  /** The row that has the focus or is open in the drawer. */
  currentId: () => string | undefined;
  scrollTo: (index: number) => void;
}

/** The cell that is being edited, if any. F2 edits the values of a row, and Tab goes through them. */
export function useCellEdit({ frame, ids, columns, currentId, scrollTo }: Options) {
  const canEdit = useDisabledReason('member') === null;
  const [editing, setEditing] = useState<CellEdit | null>(null);
  const latest = useRef({ ids, columns });
  latest.current = { ids, columns };

  const onEnd = useCallback((edit: CellEdit, by?: 1 | -1) => {
    const fields = ['fullName', ...latest.current.columns.map(({ key }) => key)].filter((key) =>
      editableFields.includes(key),
    ) as CellField[];
    const next = by && fields[fields.indexOf(edit.field) + by];
    // A save that ends late does not close the cell that was opened meanwhile.
    setEditing((now) => {
      if (now?.id !== edit.id || now.field !== edit.field) return now;
      return next ? { id: edit.id, field: next } : null;
    });
  }, []);

  const before = useRef(editing);
  useEffect(() => {
    const ended = before.current;
    before.current = editing;
    if (editing || !ended || document.activeElement !== document.body) return;
    const index = latest.current.ids.indexOf(ended.id);
    frame.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  }, [editing, frame]);

  const edit = (field: CellField) => () => {
    const id = currentId();
    const index = ids.indexOf(id ?? '');
    if (!canEdit || id === undefined || index < 0) return;
    if (field === 'stage' && !columns.some(({ key }) => key === field)) return;
    scrollTo(index);
    setEditing({ id, field });
  };
  useKey('F2', 'Edit row in the table', edit('fullName'));
  useKey('s', 'Change stage', edit('stage'));
  return { canEdit, editing, onEdit: setEditing, onEnd };
}
