import { later } from '../../parts/later.tsx';

/** What opens over a page of people. */
export const ProspectDrawer = later(
  async () => (await import('./prospect-drawer.tsx')).ProspectDrawer,
);
export const AddPerson = later(async () => (await import('./add-person.tsx')).AddPerson);
export const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog);
