import { Skeleton } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { type ReactNode, useEffect, useState } from 'react';
import { announce } from './live-region.tsx';
import { ErrorState, ForbiddenState } from './states.tsx';

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Props<Data> {
  query: Query<Data>;
  /** What is loaded: "the tokens". */
  what: string;
  children: (data: Data) => ReactNode;
}

/**
 * What a page shows while, and after, a line is read: a skeleton once it takes long, then the data,
 * which stays while it is read again; or why there is none.
 */
export function Loaded<Data>({ query, what, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined)
    return (
      <div aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData || undefined}>
        {children(data)}
      </div>
    );
  if (error instanceof OutcropError && error.code === 'insufficient_role')
    return <ForbiddenState>{error.message}</ForbiddenState>;
  if (error)
    return <ErrorState error={error} doing={`load ${what}`} onRetry={() => void refetch()} />;
  return <LateSkeleton what={what} />;
}

/** Nothing for 150 ms, so that what is quick does not flicker. */
function LateSkeleton({ what }: { what: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
      announce(`Loading ${what}`);
    }, 150);
    return () => clearTimeout(timer);
  }, [what]);
  if (!isLate) return null;
  return (
    <div aria-hidden data-skeleton>
      {['100%', '92%', '96%', '88%'].map((width) => (
        <Skeleton key={width} height={20} width={width} my={24} radius="sm" />
      ))}
    </div>
  );
}
