import { type RefObject, useEffect } from 'react';

/** Keeps notifications above the bar at the bottom of the page. */
export function useNotificationOffset(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--foot-bar', `${entry!.borderBoxSize[0]!.blockSize}px`);
    });
    observer.observe(bar.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot-bar');
    };
  }, [bar]);
}
