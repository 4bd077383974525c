import { type ComponentType, lazy, Suspense } from 'react';

/** A part that is loaded when it is first shown, so that its page is there sooner. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
