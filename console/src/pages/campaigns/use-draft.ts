import { useCallback, useReducer } from 'react';
import type { Draft } from './draft.ts';

interface History {
  past: Draft[];
  present: Draft;
  future: Draft[];
  /** Edits of the same field are undone together. */
  field: string | null;
}

type Action =
  | { type: 'change'; draft: Draft; field: string | null }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; draft: Draft };

const maxPast = 100;

function reduce(history: History, action: Action): History {
  const { past, present, future } = history;
  switch (action.type) {
    case 'change': {
      const continues = action.field !== null && action.field === history.field;
      return {
        past: continues ? past : [...past, present].slice(-maxPast),
        present: action.draft,
        future: [],
        field: action.field,
      };
    }
    case 'undo':
      return past.length === 0
        ? history
        : {
            past: past.slice(0, -1),
            present: past.at(-1)!,
            future: [present, ...future],
            field: null,
          };
    case 'redo':
      return future.length === 0
        ? history
        : {
            past: [...past, present],
            present: future[0]!,
            future: future.slice(1),
            field: null,
          };
    case 'reset':
      return { past: [], present: action.draft, future: [], field: null };
  }
}

/** A draft with undo. `change` names the field while someone types, so that undo takes it as a whole. */
export function useDraft(initial: Draft) {
  const [history, dispatch] = useReducer(reduce, {
    past: [],
    present: initial,
    future: [],
    field: null,
  });
  return {
    draft: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: useCallback(
      (draft: Draft, field: string | null = null) => dispatch({ type: 'change', draft, field }),
      [],
    ),
    undo: useCallback(() => dispatch({ type: 'undo' }), []),
    redo: useCallback(() => dispatch({ type: 'redo' }), []),
    reset: useCallback((draft: Draft) => dispatch({ type: 'reset', draft }), []),
  };
}
