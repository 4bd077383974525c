import { randomUUIDv7 } from 'node:crypto';
import { atLeast, errorMessages, type ManageResult, maxViews } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { listOrTagNameKey } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalidField, notFound } from '../platform/error.ts';
import * as store from './views.sql.ts';

export async function getViews({
  tx,
  caller,
}: ManageCall<'getViews'>): Promise<ManageResult<'getViews'>> {
  const views = await store.selectViews(tx, caller.userId);
  return { views: views.map(viewOf) };
}

export async function postViews(call: ManageCall<'postViews'>): Promise<ManageResult<'postViews'>> {
  const { tx, caller, body } = call;
  const { name, query = '', columns = [], shared = false, pinned = false } = body;
  const view: store.ViewRow = {
    id: randomUUIDv7(),
    name: name.trim(),
    query,
    columns,
    ownerId: caller.userId,
    privateTo: shared ? null : caller.userId,
    pinned,
    updatedAt: new Date(),
  };
  requireSharingRight(caller, view);
  await store.lockViews(tx);
  await requireNameAndSpace(tx, view);
  store.writeView(tx, view, listOrTagNameKey(view.name));
  if (pinned) store.writePin(tx, caller.userId, view);
  if (shared) recordViewChange(call, 'view.created', view);
  return { view: viewOf(view) };
}

export async function patchView(call: ManageCall<'patchView'>): Promise<ManageResult<'patchView'>> {
  const { tx, caller, params, body } = call;
  await store.lockViews(tx);
  const before = await store.selectView(tx, caller.userId, params.viewId);
  if (!before) throw notFound('view', params.viewId);
  const { pinned = before.pinned, shared = before.privateTo === null, ...changes } = body;
  const isEdited = Object.keys(body).some((field) => field !== 'pinned');
  const ownerId = before.ownerId ?? caller.userId;
  const view: store.ViewRow = {
    ...before,
    name: (changes.name ?? before.name).trim(),
    query: changes.query ?? before.query,
    columns: changes.columns ?? before.columns,
    ...(isEdited && { ownerId, updatedAt: new Date() }),
    privateTo: shared ? null : ownerId,
    pinned,
  };
  if (isEdited) {
    requireChangeRight(caller, before);
    if (before.privateTo !== null) requireSharingRight(caller, view);
    await requireNameAndSpace(tx, view);
    store.writeView(tx, view, listOrTagNameKey(view.name));
    if (shared || before.privateTo === null) recordViewChange(call, 'view.edited', view);
  }
  if (pinned !== before.pinned) store.writePin(tx, caller.userId, view);
  return { view: viewOf(view) };
}

export async function deleteView(
  call: ManageCall<'deleteView'>,
): Promise<ManageResult<'deleteView'>> {
  const { tx, caller, params } = call;
  await store.lockViews(tx);
  const view = await store.selectView(tx, caller.userId, params.viewId);
  if (!view) throw notFound('view', params.viewId);
  requireChangeRight(caller, view);
  store.removeView(tx, view.id);
  if (view.privateTo === null) recordViewChange(call, 'view.deleted', view);
  return { view: viewOf(view) };
}

const viewOf = ({ privateTo, ...view }: store.ViewRow) => ({
  ...view,
  shared: privateTo === null,
});

function requireChangeRight({ userId, role }: Caller, { ownerId }: store.ViewRow): void {
  if (ownerId === userId || atLeast(role, 'admin')) return;
  throw new ApiError('insufficient_role', errorMessages.sharedView);
}

function requireSharingRight({ role }: Caller, { privateTo }: store.ViewRow): void {
  if (privateTo !== null || atLeast(role, 'member')) return;
  throw new ApiError('insufficient_role', errorMessages.viewerSharesView);
}

async function requireNameAndSpace(tx: Tx, view: store.ViewRow): Promise<void> {
  const { id: sameNameId, count } = await store.selectSameName(
    tx,
    view,
    listOrTagNameKey(view.name),
  );
  const kind = view.privateTo === null ? 'shared' : 'private';
  if (sameNameId !== null) throw invalidField('name', `is already used by another ${kind} view`);
  if (count >= maxViews)
    throw invalidField(
      'name',
      `cannot be added: there are already ${maxViews} ${kind} views, the maximum`,
    );
}

const recordViewChange = (
  call: Parameters<typeof recordAudit>[0],
  action: 'view.created' | 'view.edited' | 'view.deleted',
  { id, name }: store.ViewRow,
) => recordAudit(call, { action, target: id, detail: { name } });
