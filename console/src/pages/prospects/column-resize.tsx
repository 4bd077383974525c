import type { PointerEvent } from 'react';
import { useColumnLayout } from './column-layout.ts';
import classes from './column-resize.module.css';

export const minWidth = 60;
export const maxWidth = 800;

/**
 * The edge of a heading, which is dragged to change the width of its column. With the keyboard, the
 * width is set in the columns dialog. The name takes the space that is left.
 */
export function ColumnResize({ column }: { column: string }) {
  const { columns, set } = useColumnLayout();
  if (!columns.some(({ key }) => key === column)) return null;
  const setWidth = (width: number | null) =>
    set(
      columns.map((each) =>
        each.key !== column
          ? each
          : {
              key: column,
              ...(width !== null && {
                width: Math.round(Math.min(Math.max(width, minWidth), maxWidth)),
              }),
            },
      ),
    );
  const startDrag = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const heading = handle.closest('[role="columnheader"]')!;
    const offset = heading.getBoundingClientRect().width - event.clientX;
    const move = ({ clientX }: globalThis.PointerEvent) => setWidth(clientX + offset);
    const { signal, stop } = untilReleased();
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel'] as const)
      handle.addEventListener(end, stop, { signal });
  };
  return (
    <span
      aria-hidden
      className={classes.handle}
      data-resize={column}
      title="Drag to resize, double-click to reset"
      onPointerDown={startDrag}
      onDoubleClick={() => setWidth(null)}
    />
  );
}

function untilReleased() {
  const ending = new AbortController();
  return { signal: ending.signal, stop: () => ending.abort() };
}
