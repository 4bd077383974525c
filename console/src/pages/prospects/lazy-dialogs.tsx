import { lazyComponent } from '../../components/lazy.tsx';

export const EnrollDialog = lazyComponent(
  async () => (await import('./enroll-dialog.tsx')).EnrollDialog,
);
export const ExportDialog = lazyComponent(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
);
