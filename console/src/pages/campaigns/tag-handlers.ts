import { redo, undo } from '@tiptap/pm/history';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import type { RefObject } from 'react';
import { clipboardText, insertText } from './tag-edits.ts';

export interface Events {
  isMultiline: boolean;
  readOnly: boolean;
  openChip: (view: EditorView, position: number) => void;
  /** Whether the key was for the list of variables. */
  press: (view: EditorView, event: KeyboardEvent) => boolean;
}

const isVariable = (selection: unknown): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.type.name === 'variable';

/** What keys, clicks and pasted texts do. Everything is plain text. */
export const handlers = (events: RefObject<Events>): EditorProps => ({
  handleKeyDown: (view, event) => {
    const { isMultiline, press, readOnly, openChip } = events.current;
    if (readOnly) return false;
    if (press(view, event)) return true;
    const { selection } = view.state;
    if (isVariable(selection) && (event.key === 'Enter' || event.key === ' ')) {
      openChip(view, selection.from);
      return true;
    }
    return event.key === 'Enter' && !isMultiline;
  },
  handleClickOn: (view, _position, node, nodePosition) => {
    if (events.current.readOnly || node.type.name !== 'variable') return false;
    const { tr } = view.state;
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, nodePosition)));
    events.current.openChip(view, nodePosition);
    return true;
  },
  handlePaste: (view, event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (text) insertText(view, text, events.current.isMultiline);
    return true;
  },
  handleDrop: (view, event, _slice, isMoved) => {
    const text = event.dataTransfer?.getData('text/plain');
    const target = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (isMoved || !text || !target) return false;
    const { tr } = view.state;
    view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(target.pos))));
    insertText(view, text, events.current.isMultiline);
    view.focus();
    event.preventDefault();
    return true;
  },
  handleDOMEvents: {
    // Reached by Tab, the caret is where it was, or at the end; the browser would put it at the start.
    focus: (view) => {
      if (view.editable) view.focus();
      return false;
    },
    // From the browser's menus, or keys that nothing else handled.
    beforeinput: (view, event) => {
      if (!/^(format|history)/.test(event.inputType)) return false;
      event.preventDefault();
      if (event.inputType === 'historyUndo') undo(view.state, view.dispatch);
      if (event.inputType === 'historyRedo') redo(view.state, view.dispatch);
      return true;
    },
  },
  clipboardTextSerializer: clipboardText,
});
