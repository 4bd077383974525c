import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { notFound } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { selectFile } from './imports.sql.ts';

/** Returns an uploaded file's columns and details. */
export async function getImport({
  params: { importId },
  tx,
}: Call<typeof manageEndpoints.getImport>): Promise<ManageData<'getImport'>> {
  const file = await selectFile(tx, importId);
  if (!file) throw notFound('import', importId);
  return { import: file };
}
