import { Popover } from '@mantine/core';
import type { MergeVariable } from '@outcrop/contract/merge-tags';
import type { EditorView } from '@tiptap/pm/view';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { announce } from '../../components/live-region.tsx';
import { variableLabels } from './draft.ts';
import { Anchor, type Box, boxOf } from './tag-anchor.tsx';
import { typedTag } from './tag-document.ts';
import classes from './tag-editor.module.css';
import { insertVariable } from './tag-edits.ts';

interface Suggestions {
  /** Where the `{{` begins. */
  from: number;
  found: MergeVariable[];
  active: number;
  box: Box;
}

const all = Object.keys(variableLabels) as MergeVariable[];

/** Those whose label has a word that begins with the query, or whose name begins with it. */
function suggestVariables(query: string): MergeVariable[] {
  const wanted = query.trim().toLowerCase();
  return all.filter((variable) =>
    [variable, ...variableLabels[variable].split(' '), variableLabels[variable]].some((name) =>
      name.toLowerCase().startsWith(wanted),
    ),
  );
}

/** Suggests variables after `{{`. The field keeps the focus. */
export function useSuggestions(listId: string, frame: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Suggestions | null>(null);
  // Also for a key that is pressed before the next render.
  const current = useRef<Suggestions | null>(null);
  const dismissed = useRef<number | null>(null);
  const show = (next: Suggestions | null) => {
    if (next && next.found.length !== current.current?.found.length)
      announce(`${next.found.length} ${next.found.length === 1 ? 'variable' : 'variables'}`);
    current.current = next;
    setShown(next);
  };
  const close = () => show(null);

  const notice = (view: EditorView, isTyped: boolean) => {
    const { selection } = view.state;
    const typed = selection.empty ? typedTag(selection.$from) : null;
    if (typed?.from !== dismissed.current) dismissed.current = null;
    const isOpen = typed && (isTyped || typed.from === current.current?.from);
    const found = isOpen && dismissed.current === null ? suggestVariables(typed.query) : [];
    if (found.length === 0) return current.current && close();
    const box = boxOf(view.coordsAtPos(typed!.from), frame.current!);
    show({ from: typed!.from, found, active: 0, box });
  };
  const choose = (view: EditorView, variable: MergeVariable) => {
    close();
    insertVariable(view, variable);
  };
  /** Whether the key was for the list. */
  const press = (view: EditorView, event: KeyboardEvent): boolean => {
    const list = current.current;
    if (!list || event.isComposing || event.ctrlKey || event.metaKey) return false;
    const { found, active } = list;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: found.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) show({ ...list, active: (active + step) % found.length });
    else if (event.key === 'Enter' || event.key === 'Tab') choose(view, found[active]!);
    else if (event.key === 'Escape') {
      dismissed.current = list.from;
      close();
    } else return false;
    return true;
  };
  const active = shown?.active ?? null;
  const attributes = useMemo(
    (): Record<string, string> =>
      active === null
        ? {}
        : { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` },
    [listId, active],
  );
  return { shown, attributes, notice, press, choose, close };
}

interface Props {
  id: string;
  shown: Suggestions | null;
  onChoose: (variable: MergeVariable) => void;
}

export function VariableList({ id, shown, onChoose }: Props) {
  if (!shown) return null;
  return (
    <Popover opened position="bottom-start" offset={4} withRoles={false} withinPortal={false}>
      <Popover.Target>
        <Anchor box={shown.box} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div id={id} role="listbox" aria-label="Variables" className={classes.variables}>
          {shown.found.map((variable, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={variable}
              id={`${id}-${index}`}
              ref={(option) => {
                if (index === shown.active) option?.scrollIntoView({ block: 'nearest' });
              }}
              role="option"
              aria-selected={index === shown.active}
              // Before the field loses the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(variable)}
            >
              {variableLabels[variable]}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
