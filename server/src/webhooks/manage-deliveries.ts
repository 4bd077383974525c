import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { creationPositionOf, type PagePosition, pageOf } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalidField, notFound } from '../platform/error.ts';
import * as log from './delivery-log.sql.ts';
import { reasonNotSendable } from './delivery-rules.ts';
import { type ReplayInput, replayTask } from './replay.job.ts';
import { scheduleDelivery } from './schedule-delivery.ts';
import { webhookBody } from './signature.ts';
import { selectReceiver, type WebhookReceiver, webhookIsDisabled } from './webhooks.sql.ts';

async function requireReceiver(tx: Tx, id: string): Promise<WebhookReceiver> {
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
}: ManageCall<'getWebhookDeliveries'>): Promise<ManageResult<'getWebhookDeliveries'>> {
  const { status = null } = query;
  const select = (after: PagePosition | null, take: number) =>
    log.selectDeliveries(tx, webhookId, status, after, take);
  const [, { rows: deliveries, nextCursor }] = await Promise.all([
    requireReceiver(tx, webhookId),
    pageOf(query, { webhookId, status }, select, creationPositionOf),
  ]);
  return { deliveries, nextCursor };
}

export async function getDelivery({
  params,
  tx,
}: ManageCall<'getDelivery'>): Promise<ManageResult<'getDelivery'>> {
  const { event, enabled: _, ...delivery } = await requireDelivery(tx, params.deliveryId);
  const attempts = await log.selectDeliveryAttempts(tx, delivery);
  return { delivery, body: event && webhookBody(tx.workspaceId, event), attempts };
}

export async function postDeliveryReplay(
  call: ManageCall<'postDeliveryReplay'>,
): Promise<ManageResult<'postDeliveryReplay'>> {
  const {
    params: { deliveryId },
    tx,
    correlationId,
  } = call;
  const before = await requireDelivery(tx, deliveryId);
  if (!before.enabled) throw invalidField('deliveryId', webhookDisabled);
  const problem = reasonNotSendable(before.event);
  if (problem)
    throw invalidField('deliveryId', `cannot be sent again: ${problem.replace(/\.$/, '')}`);
  await log.resetDelivery(tx, before);
  await scheduleDelivery(tx, [before.webhookId], correlationId);
  const { event: _, enabled: __, ...delivery } = await requireDelivery(tx, deliveryId);
  const detail = { deliveryId };
  recordAudit(call, { action: 'webhook.replayed', target: delivery.webhookId, detail });
  return { delivery };
}

export async function postWebhookReplay(
  call: ManageCall<'postWebhookReplay'>,
): Promise<ManageResult<'postWebhookReplay'>> {
  const {
    params: { webhookId },
    body,
    tx,
  } = call;
  if (!(await requireReceiver(tx, webhookId)).enabled)
    throw invalidField('webhookId', webhookIsDisabled);
  const input: ReplayInput = { webhookId, span: timeRangeOf(body) };
  const task = await startTask(call, replayTask, { kind: 'replay', input });
  const detail = { taskId: task.id, ...(input.span ?? { failed: true }) };
  recordAudit(call, { action: 'webhook.replayed', target: webhookId, detail });
  return { task };
}

const timeRangeOf = ({ from, to }: ManageCall<'postWebhookReplay'>['body']): ReplayInput['span'] =>
  from === undefined
    ? null
    : { from: from.from.toISOString(), before: (to?.before ?? new Date()).toISOString() };
