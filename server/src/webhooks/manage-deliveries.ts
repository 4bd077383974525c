import type { ManageData } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalid, notFound } from '../platform/error.ts';
import { bodyOf } from './body.ts';
import * as log from './delivery-log.sql.ts';
import { type ReplayInput, replayTask } from './replay.job.ts';
import { reasonNotSendable } from './rules.ts';
import { scheduleDelivery } from './schedule-delivery.ts';
import { type Receiver, selectReceiver, webhookIsDisabled } from './webhooks.sql.ts';

async function requireReceiver(tx: Tx, id: string): Promise<Receiver> {
  const receiver = await selectReceiver(tx, id);
  if (!receiver) throw notFound('webhook', id);
  return receiver;
}

async function requireDelivery(tx: Tx, id: string): Promise<log.LoggedDelivery> {
  const delivery = await log.selectDelivery(tx, id);
  if (!delivery) throw notFound('delivery', id);
  return delivery;
}

const webhookDisabled = 'belongs to a disabled webhook; enable the webhook first';

/** Deliveries of a webhook, newest first. */
export async function getWebhookDeliveries({
  params: { webhookId },
  query,
  tx,
}: ManageCall<'getWebhookDeliveries'>): Promise<ManageData<'getWebhookDeliveries'>> {
  const { status = null, limit = 50 } = query;
  const filters = { webhookId, status };
  const after = query.cursor === undefined ? null : readCursor(query.cursor, filters);
  const [, found] = await Promise.all([
    requireReceiver(tx, webhookId),
    log.selectDeliveries(tx, webhookId, status, after, limit + 1),
  ]);
  const deliveries = found.slice(0, limit);
  const last = found.length > limit ? deliveries.at(-1)! : null;
  return {
    deliveries,
    nextCursor: last && writeCursor({ at: new Date(last.createdAt), id: last.id }, filters),
  };
}

export async function getDelivery({
  params,
  tx,
}: ManageCall<'getDelivery'>): Promise<ManageData<'getDelivery'>> {
  const { event, enabled: _, ...delivery } = await requireDelivery(tx, params.deliveryId);
  const attempts = await log.selectAttempts(tx, delivery);
  return {
    delivery,
    body: event && bodyOf(tx.workspaceId, event),
    attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
  };
}

export async function postDeliveryReplay(
  call: ManageCall<'postDeliveryReplay'>,
): Promise<ManageData<'postDeliveryReplay'>> {
  const {
    params: { deliveryId },
    tx,
    correlationId,
  } = call;
  const before = await requireDelivery(tx, deliveryId);
  if (!before.enabled) throw invalid('deliveryId', webhookDisabled);
  const problem = reasonNotSendable(before.event);
  if (problem) throw invalid('deliveryId', `cannot be sent again: ${problem.replace(/\.$/, '')}`);
  await log.resetDelivery(tx, before);
  await scheduleDelivery(tx, [before.webhookId], correlationId);
  const { event: _, enabled: __, ...delivery } = await requireDelivery(tx, deliveryId);
  const detail = { deliveryId };
  record(call, { action: 'webhook.replayed', target: delivery.webhookId, detail });
  return { delivery };
}

export async function postWebhookReplay(
  call: ManageCall<'postWebhookReplay'>,
): Promise<ManageData<'postWebhookReplay'>> {
  const {
    params: { webhookId },
    body,
    tx,
  } = call;
  if (!(await requireReceiver(tx, webhookId)).enabled)
    throw invalid('webhookId', webhookIsDisabled);
  const input: ReplayInput = { webhookId, span: timeRangeOf(body) };
  const actor = call.actor;
  const task = await startTask({ tx, actor }, replayTask, { kind: 'replay', input });
  const detail = { taskId: task.id, ...(input.span ?? { failed: true }) };
  record({ tx, actor }, { action: 'webhook.replayed', target: webhookId, detail });
  return { task };
}

const timeRangeOf = ({ from, to }: ManageCall<'postWebhookReplay'>['body']): ReplayInput['span'] =>
  from === undefined
    ? null
    : { from: from.from.toISOString(), before: (to?.before ?? new Date()).toISOString() };
