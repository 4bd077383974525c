import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Neighbors } from '../../features/prospect-dialogs/drawer-panel.tsx';

interface Options {
  /** The ids of the loaded rows, in order. */
  ids: string[];
  hasMore: boolean;
  openId: string | undefined;
  /** Scrolls to a row, which also loads it. */
  scrollTo: (index: number) => void;
  onMove: (prospectId: string) => void;
  onChange: (neighbors: Neighbors | null) => void;
}

/** Steps from the open prospect to the ones around it, also to those that are not loaded yet. */
export function useNeighbors(options: Options): (by: 1 | -1) => void {
  const { ids, hasMore, openId, onMove, onChange } = options;
  const found = openId === undefined ? -1 : ids.indexOf(openId);
  // A prospect that no longer matches leaves its place to the one after it.
  const place = useRef(0);
  useLayoutEffect(() => {
    if (found >= 0) place.current = found;
  }, [found]);
  const previous = found >= 0 ? found - 1 : place.current - 1;
  const next = found >= 0 ? found + 1 : place.current;
  const awaited = useRef<number | null>(null);

  const step = (by: 1 | -1) => {
    const to = by > 0 ? next : previous;
    const id = ids[to];
    if (id === undefined && (to < 0 || !hasMore)) return;
    options.scrollTo(to);
    if (id === undefined) awaited.current = to;
    else onMove(id);
  };
  const latest = useRef(step);
  useLayoutEffect(() => {
    latest.current = step;
  });

  useEffect(() => {
    const id = awaited.current === null ? undefined : ids[awaited.current];
    if (id === undefined) return;
    awaited.current = null;
    onMove(id);
  }, [ids, onMove]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another prospect was opened meanwhile
  useEffect(() => {
    awaited.current = null;
  }, [openId]);

  const hasPrevious = ids[previous] !== undefined;
  const hasNext = ids[next] !== undefined || hasMore;
  useEffect(() => {
    onChange({
      previous: hasPrevious ? () => latest.current(-1) : null,
      next: hasNext ? () => latest.current(1) : null,
    });
    return () => onChange(null);
  }, [hasPrevious, hasNext, onChange]);
  return step;
}
