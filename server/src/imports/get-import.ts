import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectImportFile } from './imports.sql.ts';

/** Returns an uploaded file's columns and details. */
export async function getImport({
  params: { importId },
  tx,
}: ManageCall<'getImport'>): Promise<ManageResult<'getImport'>> {
  const file = await selectImportFile(tx, importId);
  if (!file) throw notFound('import', importId);
  return { import: file };
}
