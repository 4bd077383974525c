import { randomUUIDv7 } from 'node:crypto';
import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { emitEvents, type NewEvent } from '../core/events/emit-events.ts';
import { prospectExists } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { selectMember } from '../core/workspaces/members.sql.ts';
import { type PagePosition, pageOf } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { nextUpdatedAt } from '../platform/stale-edit.ts';
import * as store from './follow-ups.sql.ts';

export async function getFollowUps({
  query,
  tx,
}: ManageCall<'getFollowUps'>): Promise<ManageResult<'getFollowUps'>> {
  const { assigneeId, prospectId, dueBefore, open = true } = query;
  const filters = { assigneeId, prospectId, dueBefore, open };
  const select = (after: PagePosition | null, take: number) =>
    store.selectFollowUps(tx, filters, after, take);
  const [{ rows, nextCursor }] = await Promise.all([
    pageOf(query, filters, select, ({ dueOn, id }) => ({ at: new Date(dueOn), id })),
    requireMember(tx, assigneeId),
    requireProspect(tx, prospectId),
  ]);
  return { followUps: rows.map(followUpOf), nextCursor };
}

export async function postFollowUps(
  call: ManageCall<'postFollowUps'>,
): Promise<ManageResult<'postFollowUps'>> {
  const { tx, caller, params, body } = call;
  const [prospect] = await Promise.all([
    store.selectFollowedProspect(tx, params.prospectId),
    requireMember(tx, body.assigneeId),
  ]);
  if (!prospect) throw notFound('prospect', params.prospectId);
  const now = new Date();
  const row: store.FollowUpRow = {
    id: randomUUIDv7(),
    prospect,
    title: body.title,
    dueOn: body.dueOn,
    assigneeId: body.assigneeId ?? caller.userId,
    doneAt: null,
    createdAt: now,
    updatedAt: now,
  };
  store.insertFollowUp(tx, row);
  emitEvents(call, [followUpEvent('follow_up.added', row)]);
  return { followUp: followUpOf(row) };
}

export async function patchFollowUp(
  call: ManageCall<'patchFollowUp'>,
): Promise<ManageResult<'patchFollowUp'>> {
  const { tx, params, body } = call;
  const [before] = await Promise.all([
    store.lockFollowUp(tx, params.followUpId),
    requireMember(tx, body.assigneeId),
  ]);
  if (!before) throw notFound('follow-up', params.followUpId);
  const isDone = body.done ?? before.doneAt !== null;
  const row: store.FollowUpRow = {
    ...before,
    title: body.title ?? before.title,
    dueOn: body.dueOn ?? before.dueOn,
    assigneeId: body.assigneeId ?? before.assigneeId,
    doneAt: isDone ? (before.doneAt ?? new Date()) : null,
    updatedAt: nextUpdatedAt(before),
  };
  store.updateFollowUp(tx, row);
  const isReopened = !isDone && before.doneAt !== null;
  if (row.dueOn !== before.dueOn || isReopened) store.deleteFollowUpNotifications(tx, row);
  if (isDone && before.doneAt === null)
    emitEvents(call, [followUpEvent('follow_up.completed', row)]);
  return { followUp: followUpOf(row) };
}

export async function deleteFollowUp(
  call: ManageCall<'deleteFollowUp'>,
): Promise<ManageResult<'deleteFollowUp'>> {
  const { tx, params } = call;
  const row = await store.lockFollowUp(tx, params.followUpId);
  if (!row) throw notFound('follow-up', params.followUpId);
  store.removeFollowUp(tx, row.id);
  const detail = { prospectId: row.prospect.id };
  recordAudit(call, { action: 'follow_up.deleted', target: row.id, detail });
  return { followUp: followUpOf(row) };
}

const followUpOf = (row: store.FollowUpRow) => ({ ...row, done: row.doneAt !== null });

const followUpEvent = (
  type: 'follow_up.added' | 'follow_up.completed',
  { id: followUpId, prospect, title, dueOn, assigneeId }: store.FollowUpRow,
): NewEvent => ({
  type,
  prospectId: prospect.id,
  data: { prospectId: prospect.id, followUpId, title, dueOn, assigneeId },
});

async function requireMember(tx: Tx, userId: string | undefined): Promise<void> {
  if (userId !== undefined && !(await selectMember(tx, userId))) throw notFound('member', userId);
}

async function requireProspect(tx: Tx, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await prospectExists(tx, id))) throw notFound('prospect', id);
}
