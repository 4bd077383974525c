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
  /** What is loaded, for messages: "the tokens". */
  what: string;
  children: (data: Data) => ReactNode;
}

/** Shows a skeleton while a query loads, then its data, which stays during a refetch, or its error. */
export function QueryBoundary<Data>({ query, what, children }: Props<Data>) {
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
    return (
      <ErrorState error={error} failedAction={`load ${what}`} onRetry={() => void refetch()} />
    );
  return <DelayedSkeleton what={what} />;
}

/** Appears after 150 ms, so that fast responses don't flicker. */
function DelayedSkeleton({ what }: { what: string }) {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setVisible(true);
      announce(`Loading ${what}`);
    }, 150);
    return () => clearTimeout(timer);
  }, [what]);
  if (!isVisible) return null;
  return (
    <div aria-hidden data-skeleton>
      {['100%', '92%', '96%', '88%'].map((width) => (
        <Skeleton key={width} height={20} width={width} my={24} radius="sm" />
      ))}
    </div>
  );
}
