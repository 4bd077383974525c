import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component that is loaded when it is first rendered, to keep the page's bundle small. Until then,
 * the placeholder stands in its place.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
) {
  const Component = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={Placeholder && <Placeholder {...props} />}>
      <Component {...props} />
    </Suspense>
  );
}
