import { lazyComponent } from '../../components/lazy.tsx';

export const ProspectDrawer = lazyComponent(
  async () => (await import('./prospect-drawer.tsx')).ProspectDrawer,
);
export const AddProspect = lazyComponent(
  async () => (await import('./add-prospect.tsx')).AddProspect,
);
