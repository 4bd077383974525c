import { randomUUIDv7 } from 'node:crypto';
import { maxPerWorkspace } from '@outcrop/contract';
import { normalForm } from '@outcrop/contract/identity';
import { lockInWorkspace, raw, sql, type Tx } from '../../platform/db/index.ts';
import { ApiError, invalidField, notFound } from '../../platform/error.ts';

export interface ListOrTag {
  id: string;
  name: string;
}

export interface ResolvedListOrTag extends ListOrTag {
  isNew: boolean;
}

export type ListOrTagKind = 'list' | 'tag';

/** Refers to a list or tag by id, by name, or by both if they agree. */
export interface ListOrTagRef {
  id?: string | undefined;
  name?: string | undefined;
}

/** Names are equal if they differ only in case and white space. ß equals ss. */
export const listOrTagNameKey = (name: string): string =>
  normalForm(name.trim()).replaceAll(/\s+/g, ' ').toLowerCase().replaceAll('ß', 'ss');

/**
 * Finds a list or tag, or creates it if the name is new. Concurrent calls create only one. The row is
 * locked against deletion, merging and renaming until the transaction ends.
 */
export async function findOrCreateListOrTag(
  tx: Tx,
  kind: ListOrTagKind,
  ref: ListOrTagRef,
  field = `${kind}Name`,
): Promise<ResolvedListOrTag> {
  if (ref.id !== undefined) return findListOrTagById(tx, kind, ref.id, ref.name);
  const name = ref.name!;
  const [found] = await selectListOrTagByName(tx, kind, name);
  if (found) return { ...found, isNew: false };
  const id = randomUUIDv7();
  // The lock makes the limit exact: the count must include concurrent inserts.
  const [, , [created]] = await Promise.all([
    lockInWorkspace(tx, kind),
    tx.run(sql`
      insert into ${raw(kind)} (workspace_id, id, name, name_key)
      select ${tx.workspaceId}, ${id}, ${name}, ${listOrTagNameKey(name)}
      where (select count(*) from ${raw(kind)} where workspace_id = ${tx.workspaceId}) < ${maxPerWorkspace[kind]}
      on conflict (workspace_id, name_key) do nothing`),
    selectListOrTagByName(tx, kind, name),
  ]);
  if (!created)
    throw invalidField(
      field,
      `cannot be added: the workspace already has the maximum of ${maxPerWorkspace[kind].toLocaleString('en')} ${kind}s`,
    );
  return { ...created, isNew: created.id === id };
}

/** Removes a list or tag that this transaction created and that nothing was added to. */
export const discardListOrTag = (tx: Tx, kind: ListOrTagKind, { id }: ResolvedListOrTag): void =>
  tx.defer(sql`delete from ${raw(kind)} where workspace_id = ${tx.workspaceId} and id = ${id}`);

/** Finds a list or tag; throws 404 if it does not exist. */
export async function findListOrTag(
  tx: Tx,
  kind: ListOrTagKind,
  ref: ListOrTagRef,
): Promise<ResolvedListOrTag> {
  if (ref.id !== undefined) return findListOrTagById(tx, kind, ref.id, ref.name);
  const [found] = await selectListOrTagByName(tx, kind, ref.name!);
  if (!found)
    throw new ApiError(
      'not_found',
      `There is no ${kind} with this name in the workspace. Check the name.`,
    );
  return { ...found, isNew: false };
}

/** Throws 404 if the id does not exist and 422 if the name does not match it. */
async function findListOrTagById(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  name?: string,
): Promise<ResolvedListOrTag> {
  const [found] = await tx.rows<ListOrTag & { key: string }>(sql`
    select id, name, name_key as key from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and id = ${id}
    for key share`);
  if (!found) throw notFound(kind, id);
  if (name !== undefined && listOrTagNameKey(name) !== found.key)
    throw invalidField(
      `${kind}Name`,
      `does not match ${kind}Id, which refers to "${found.name}"; send only one of them`,
    );
  return { id: found.id, name: found.name, isNew: false };
}

export const selectListOrTagByName = (
  tx: Tx,
  kind: ListOrTagKind,
  name: string,
): Promise<ListOrTag[]> =>
  tx.rows<ListOrTag>(sql`
    select id, name from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and name_key = ${listOrTagNameKey(name)}
    for key share`);
