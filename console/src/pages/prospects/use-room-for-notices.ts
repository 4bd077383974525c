import { type RefObject, useEffect } from 'react';

/** Notices stand above a bar at the foot of the page, however high it wraps on this screen. */
export function useRoomForNotices(bar: RefObject<HTMLElement | null>): void {
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
