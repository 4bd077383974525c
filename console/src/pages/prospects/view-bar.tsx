import { lazyComponent } from '../../components/lazy.tsx';

export const ViewBar = lazyComponent(async () => (await import('./view-menu.tsx')).ViewMenu);
