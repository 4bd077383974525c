import type { Import, ImportOrder, ManageData, manageEndpoints, Task } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { find, findOrMake } from '../names/find-or-make.ts';
import { causeOf } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { refuseInvalid } from '../platform/http/validation.ts';
import { startTask } from '../tasks/start-task.ts';
import type { ImportInput } from './add-rows.ts';
import { importDryRun } from './dry-run.job.ts';
import { importTask } from './import.job.ts';
import { guessedMapping, identifying, type Mapping } from './rules.ts';
import { selectFile } from './sql.ts';

type Lines = typeof manageEndpoints;

/** Starts an import. Its list and its tag are made now, so that each slice finds them. */
export async function postImportRun(
  call: Call<Lines['postImportRun']>,
): Promise<ManageData<'postImportRun'>> {
  const { body, tx } = call;
  const { file, mapping } = await fileAndMapping(tx, call.params.importId, body);
  const [list, tag] = await Promise.all([
    wantsList(body) ? findOrMake(tx, 'list', { id: body.listId, name: body.listName }) : null,
    body.tagName === undefined ? null : findOrMake(tx, 'tag', { name: body.tagName }),
  ]);
  const input = {
    importId: file.id,
    mapping,
    list: list ? { id: list.id } : {},
    tagId: tag?.id ?? null,
    onMatch: body.onMatch,
  };
  return { task: await start(call, 'import', file, input) };
}

/** Starts the rehearsal of an import. It makes its list itself, and unmakes it with all the rest. */
export async function postImportDryRun(
  call: Call<Lines['postImportDryRun']>,
): Promise<ManageData<'postImportDryRun'>> {
  const { body, tx } = call;
  const { file, mapping } = await fileAndMapping(tx, call.params.importId, body);
  const list = { id: body.listId, name: body.listName };
  if (list.id !== undefined) await find(tx, 'list', list);
  const input = { importId: file.id, mapping, list, tagId: null, onMatch: body.onMatch };
  return { task: await start(call, 'import_dry_run', file, input) };
}

const wantsList = ({ listId, listName }: ImportOrder): boolean =>
  listId !== undefined || listName !== undefined;

/** The file, and where its fields are; 422 if the mapping does not fit it. */
async function fileAndMapping(
  tx: Tx,
  importId: string,
  order: ImportOrder,
): Promise<{ file: Import; mapping: Mapping }> {
  const file = await selectFile(tx, importId);
  if (!file) throw noSuch('import', importId);
  const mapping = order.mapping ?? guessedMapping(file.columns);
  const unknown = Object.entries(mapping).filter(
    ([, column]) => !file.columns.some(({ name }) => name === column),
  );
  refuseInvalid(
    unknown.map(([field, column]) => ({
      path: ['mapping', field],
      message: `"${column}" is not a column of this file`,
    })),
  );
  if (!identifying.some((field) => mapping[field] !== undefined))
    refuseInvalid([
      {
        path: ['mapping'],
        message: 'must say which column holds a name, an email or a linkedinUrl',
      },
    ]);
  return { file, mapping };
}

async function start(
  call: Call<Lines['postImportRun']>,
  kind: 'import' | 'import_dry_run',
  file: Import,
  input: ImportInput,
): Promise<Task> {
  const cause = causeOf(call);
  const job = kind === 'import' ? importTask : importDryRun;
  const task = await startTask(call.tx, cause, job, { kind, input, total: file.rows });
  record(call.tx, cause, { action: 'task.started', target: task.id, detail: { kind, ...input } });
  return task;
}
