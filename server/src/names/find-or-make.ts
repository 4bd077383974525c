import { randomUUIDv7 } from 'node:crypto';
import { mostPerWorkspace } from '@outcrop/contract';
import { normalForm } from '@outcrop/contract/identity';
import { raw, sql, type Tx } from '../platform/db/index.ts';
import { ApiError, invalid } from '../platform/error.ts';

/** A list or a tag: both are a name under which prospects stand. */
export interface Named {
  id: string;
  name: string;
}

export interface FoundOrMade extends Named {
  isNew: boolean;
}

export type Kind = 'list' | 'tag';

/** How a caller says which one is meant: by id, by name, or by both if they agree. */
export interface Wanted {
  id?: string | undefined;
  name?: string | undefined;
}

/** Names are the same when they differ only in case and white space. The capitals of ß are SS. */
export const nameKey = (name: string): string =>
  normalForm(name.trim()).replaceAll(/\s+/g, ' ').toLowerCase().replaceAll('ß', 'ss');

/**
 * The list or tag that is meant, made if its name is new. Races make one. Whatever is found stays
 * until this transaction ends: who deletes, merges or renames it waits.
 */
export async function findOrMake(
  tx: Tx,
  kind: Kind,
  wanted: Wanted,
  field = `${kind}Name`,
): Promise<FoundOrMade> {
  if (wanted.id !== undefined) return findById(tx, kind, wanted.id, wanted.name);
  const name = wanted.name!;
  const [found] = await selectByName(tx, kind, name);
  if (found) return { ...found, isNew: false };
  const id = randomUUIDv7();
  // The lock makes the limit exact: the count below must not miss one that is being made.
  const [, , [made]] = await Promise.all([
    tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${tx.workspaceId}`}, 0))`),
    tx.run(sql`
      insert into ${raw(kind)} (workspace_id, id, name, name_key)
      select ${tx.workspaceId}, ${id}, ${name}, ${nameKey(name)}
      where (select count(*) from ${raw(kind)} where workspace_id = ${tx.workspaceId}) < ${mostPerWorkspace[kind]}
      on conflict (workspace_id, name_key) do nothing`),
    selectByName(tx, kind, name),
  ]);
  if (!made)
    throw invalid(
      field,
      `would be one more than the ${mostPerWorkspace[kind].toLocaleString('en')} ${kind}s a workspace can have`,
    );
  return { ...made, isNew: made.id === id };
}

/** The list or tag that is meant; 404 if there is none. */
export async function find(tx: Tx, kind: Kind, wanted: Wanted): Promise<FoundOrMade> {
  if (wanted.id !== undefined) return findById(tx, kind, wanted.id, wanted.name);
  const [found] = await selectByName(tx, kind, wanted.name!);
  if (!found)
    throw new ApiError(
      'not_found',
      `There is no ${kind} with this name in the workspace. Check the name.`,
    );
  return { ...found, isNew: false };
}

/** The list or tag of this id; 404 if there is none, 422 if a name is given that it does not have. */
async function findById(tx: Tx, kind: Kind, id: string, name?: string): Promise<FoundOrMade> {
  const [found] = await tx.rows<Named & { key: string }>(sql`
    select id, name, name_key as key from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and id = ${id}
    for key share`);
  if (!found)
    throw new ApiError(
      'not_found',
      `There is no ${kind} with this id in the workspace. Check the id.`,
      {
        notFound: [id],
      },
    );
  if (name !== undefined && nameKey(name) !== found.key)
    throw invalid(
      `${kind}Name`,
      `is not the name of the ${kind} that ${kind}Id means ("${found.name}"); send one of the two`,
    );
  return { id: found.id, name: found.name, isNew: false };
}

/** Who has this name, however it is spelled. */
export const selectByName = (tx: Tx, kind: Kind, name: string): Promise<Named[]> =>
  tx.rows<Named>(sql`
    select id, name from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and name_key = ${nameKey(name)}
    for key share`);
