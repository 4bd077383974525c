import type { ExportColumn } from '@outcrop/contract';
import type { ProspectRecord } from '../core/search/records.sql.ts';

/** Column headings. Imports recognize them. */
export const headings: Record<ExportColumn, string> = {
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyName: 'Company',
  linkedinUrl: 'LinkedIn URL',
  website: 'Website',
  email: 'Email',
  phone: 'Phone',
  locationName: 'Location',
  stage: 'Stage',
  doNotContact: 'Do not contact',
  lists: 'Lists',
  tags: 'Tags',
  firstTouchLine: 'First-touch line',
  enrichmentStatus: 'Enrichment status',
  sourceType: 'Source type',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  id: 'Prospect id',
  owner: 'Owner',
};

/** A prospect with the name of its owner. */
type ExportRecord = ProspectRecord & { owner: string | null };

export const cellsOf = (prospect: ExportRecord, columns: readonly ExportColumn[]): string[] =>
  columns.map((column) => {
    const value = prospect[column];
    if (Array.isArray(value)) return value.map(({ name }) => name).join('; ');
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (value instanceof Date) return value.toISOString();
    return value ?? '';
  });
