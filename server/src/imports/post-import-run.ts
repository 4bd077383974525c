import type { ImportOptions, ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import {
  findListOrTag,
  findOrCreateListOrTag,
} from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import type { StoredTask } from '../core/tasks/tasks.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { throwIfInvalid } from '../platform/validation.ts';
import type { ImportInput } from './add-rows.ts';
import { importTask } from './import.job.ts';
import { importDryRun } from './import-dry-run.job.ts';
import { type ColumnMapping, guessedMapping, identityFields } from './import-rules.ts';
import { type StoredImport, selectImportFile } from './imports.sql.ts';

/** Starts an import. Creates its list and tag now, so that all slices find them. */
export async function postImportRun(
  call: ManageCall<'postImportRun'>,
): Promise<ManageResult<'postImportRun'>> {
  const { body, tx } = call;
  const { file, mapping } = await fileAndMapping(tx, call.params.importId, body);
  const [list, tag] = await Promise.all([
    hasList(body)
      ? findOrCreateListOrTag(tx, 'list', { id: body.listId, name: body.listName })
      : null,
    body.tagName === undefined ? null : findOrCreateListOrTag(tx, 'tag', { name: body.tagName }),
  ]);
  const input = {
    importId: file.id,
    mapping,
    list: list ? { id: list.id } : {},
    tagId: tag?.id ?? null,
    onMatch: body.onMatch,
  };
  return { task: await startImportTask(call, 'import', file, input) };
}

/** Starts a dry run. Its transaction creates the list and is rolled back. */
export async function postImportDryRun(
  call: ManageCall<'postImportDryRun'>,
): Promise<ManageResult<'postImportDryRun'>> {
  const { body, tx } = call;
  const { file, mapping } = await fileAndMapping(tx, call.params.importId, body);
  const list = { id: body.listId, name: body.listName };
  if (list.id !== undefined) await findListOrTag(tx, 'list', list);
  const input = { importId: file.id, mapping, list, tagId: null, onMatch: body.onMatch };
  return { task: await startImportTask(call, 'import_dry_run', file, input) };
}

const hasList = ({ listId, listName }: ImportOptions): boolean =>
  listId !== undefined || listName !== undefined;

/** The file and its mapping; throws 422 if the mapping does not fit. */
async function fileAndMapping(
  tx: Tx,
  importId: string,
  options: ImportOptions,
): Promise<{ file: StoredImport; mapping: ColumnMapping }> {
  const file = await selectImportFile(tx, importId);
  if (!file) throw notFound('import', importId);
  const mapping = options.mapping ?? guessedMapping(file.columns);
  const unknown = Object.entries(mapping).filter(
    ([, column]) => !file.columns.some(({ name }) => name === column),
  );
  throwIfInvalid(
    unknown.map(([field, column]) => ({
      path: ['mapping', field],
      message: `"${column}" is not a column of this file`,
    })),
  );
  if (!identityFields.some((field) => mapping[field] !== undefined))
    throwIfInvalid([
      {
        path: ['mapping'],
        message: 'must include a name, email or linkedinUrl column',
      },
    ]);
  return { file, mapping };
}

async function startImportTask(
  call: ManageCall<'postImportRun'>,
  kind: 'import' | 'import_dry_run',
  file: StoredImport,
  input: ImportInput,
): Promise<StoredTask> {
  const job = kind === 'import' ? importTask : importDryRun;
  const names = file.columns.map(({ name }) => name);
  const task = await startTask(call, job, { kind, input: { ...input, names }, total: file.rows });
  recordAudit(call, { action: 'task.started', target: task.id, detail: { kind, ...input } });
  return task;
}
