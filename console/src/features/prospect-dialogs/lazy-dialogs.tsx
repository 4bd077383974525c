import { lazy } from 'react';
import { lazyComponent } from '../../components/lazy.tsx';

export const ProspectDrawer = lazyComponent(
  async () => (await import('./prospect-drawer.tsx')).ProspectDrawer,
);
export const AddProspect = lazyComponent(
  async () => (await import('./add-prospect.tsx')).AddProspect,
);
/** In the same file as the drawer: a file of its own would move shared code to the first page. */
export const CellEditor = lazy(async () => ({
  default: (await import('./prospect-drawer.tsx')).CellEditor,
}));
