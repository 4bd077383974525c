import { lazyComponent } from '../components/lazy.tsx';

export const PinnedViews = lazyComponent(
  async () => (await import('./pinned-views.tsx')).PinnedViews,
);
