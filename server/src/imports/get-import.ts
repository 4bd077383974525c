import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { selectFile } from './sql.ts';

/** What a file holds, as its upload was told. */
export async function getImport({
  params: { importId },
  tx,
}: Call<typeof manageEndpoints.getImport>): Promise<ManageData<'getImport'>> {
  const file = await selectFile(tx, importId);
  if (!file) throw noSuch('import', importId);
  return { import: file };
}
