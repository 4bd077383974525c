import { type ComponentType, lazy, Suspense } from 'react';

/** A component that is loaded when it is first rendered, to keep the page's bundle small. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Component = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense>
      <Component {...props} />
    </Suspense>
  );
}
