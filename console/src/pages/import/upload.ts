import { OutcropError } from '@outcrop/client';
import type { Import } from '@outcrop/contract';
import { manageOf } from '../../api/manage.ts';
import { wrongFile } from './wrong-file.ts';

/** A file that cannot be imported; its message says what to do. */
export class WrongFile extends Error {}

/** Looks at a file, and sends it if it may be one. */
export async function upload(workspaceId: string, files: File[]): Promise<Import> {
  const [file, another] = files;
  if (!file) throw new WrongFile('That was no file. Drop a CSV file here.');
  if (another) throw new WrongFile('One file at a time, please. Drop the first one alone.');
  const { name, size } = file;
  const problem = wrongFile({ name, size, beginning: await beginningOf(file) });
  if (problem) throw new WrongFile(problem);
  try {
    const client = manageOf(workspaceId);
    const data = await client.upload('postImports', file, { query: { name: name.slice(-200) } });
    return data.import;
  } catch (error) {
    const [told] = (error instanceof OutcropError && error.fieldErrors['file']) || [];
    throw told ? new WrongFile(`The file ${told}.`) : error;
  }
}

async function beginningOf(file: File): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  } catch {
    throw new WrongFile('This could not be read. If it is a folder, drop the file that is in it.');
  }
}
