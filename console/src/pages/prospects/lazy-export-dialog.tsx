import { lazyComponent } from '../../components/lazy.tsx';

export const ExportDialog = lazyComponent(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
);
