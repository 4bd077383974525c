import type { Ref } from 'react';
import classes from './tag-editor.module.css';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** A part of the page, relative to an element. */
export function boxOf({ left, top, right, bottom }: Edges, element: HTMLElement): Box {
  const origin = element.getBoundingClientRect();
  return {
    left: left - origin.left,
    top: top - origin.top,
    width: right - left,
    height: bottom - top,
  };
}

/** The target of a popover where React has no element. */
export const Anchor = ({ box, ref }: { box: Box; ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={classes.anchor} style={{ ...box }} aria-hidden="true" />
);
