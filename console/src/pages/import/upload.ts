import { OutcropError } from '@outcrop/client';
import type { Import } from '@outcrop/contract';
import { manageClient } from '../../api/manage.ts';
import { checkFile } from './check-file.ts';

/** Its message tells the user what to do. */
export class UnsupportedFileError extends Error {}

export async function uploadFile(workspaceId: string, files: File[]): Promise<Import> {
  const [file, another] = files;
  if (!file) throw new UnsupportedFileError('That isn’t a file. Drop a CSV file here.');
  if (another) throw new UnsupportedFileError('Import one file at a time.');
  const { name, size } = file;
  const problem = checkFile({ name, size, firstBytes: await readFirstBytes(file) });
  if (problem) throw new UnsupportedFileError(problem);
  try {
    const client = manageClient(workspaceId);
    const data = await client.upload('postImports', file, { query: { name: name.slice(-200) } });
    return data.import;
  } catch (error) {
    const [reason] = (error instanceof OutcropError && error.fieldErrors['file']) || [];
    throw reason ? new UnsupportedFileError(`The file ${reason}.`) : error;
  }
}

async function readFirstBytes(file: File): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  } catch {
    throw new UnsupportedFileError(
      'This file can’t be read. If it’s a folder, drop the file inside it.',
    );
  }
}
