import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalid, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { startTask } from '../tasks/start-task.ts';
import { bodyOf } from './body.ts';
import * as log from './log-sql.ts';
import { type ReplayInput, replayTask } from './replay.job.ts';
import { unsendable } from './rules.ts';
import { type Receiver, selectReceiver } from './sql.ts';
import { wake } from './wake.ts';

type Lines = typeof manageEndpoints;

async function oneReceiver(tx: Tx, id: string): Promise<Receiver> {
  const receiver = await selectReceiver(tx, id);
  if (!receiver) throw noSuch('webhook', id);
  return receiver;
}

async function oneDelivery(tx: Tx, id: string): Promise<log.LoggedDelivery> {
  const delivery = await log.selectDelivery(tx, id);
  if (!delivery) throw noSuch('delivery', id);
  return delivery;
}

const isOff = 'is of a webhook that is switched off; switch it on first';

/** What was sent to a receiver, newest first. */
export async function getWebhookDeliveries({
  params: { webhookId },
  query,
  tx,
}: Call<Lines['getWebhookDeliveries']>): Promise<ManageData<'getWebhookDeliveries'>> {
  const { status = null, limit = 50 } = query;
  const filters = { webhookId, status };
  const after = query.cursor === undefined ? null : readCursor(query.cursor, filters);
  const [, found] = await Promise.all([
    oneReceiver(tx, webhookId),
    log.selectDeliveries(tx, webhookId, status, after, limit + 1),
  ]);
  const deliveries = found.slice(0, limit);
  const last = found.length > limit ? deliveries.at(-1)! : null;
  return {
    deliveries,
    nextCursor: last && writeCursor({ at: new Date(last.createdAt), id: last.id }, filters),
  };
}

/** One delivery with its event and every attempt. */
export async function getDelivery({
  params,
  tx,
}: Call<Lines['getDelivery']>): Promise<ManageData<'getDelivery'>> {
  const { event, enabled: _, ...delivery } = await oneDelivery(tx, params.deliveryId);
  const attempts = await log.selectAttempts(tx, delivery);
  return {
    delivery,
    body: event && bodyOf(tx.workspaceId, event),
    attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
  };
}

/** Sends one event again, from the first attempt on. */
export async function postDeliveryReplay(
  call: Call<Lines['postDeliveryReplay']>,
): Promise<ManageData<'postDeliveryReplay'>> {
  const {
    params: { deliveryId },
    tx,
    correlationId,
  } = call;
  const before = await oneDelivery(tx, deliveryId);
  if (!before.enabled) throw invalid('deliveryId', isOff);
  const obstacle = unsendable(before.event);
  if (obstacle) throw invalid('deliveryId', `cannot be sent again: ${obstacle.replace(/\.$/, '')}`);
  await log.renewDelivery(tx, before);
  await wake(tx, [before.webhookId], correlationId);
  const { event: _, enabled: __, ...delivery } = await oneDelivery(tx, deliveryId);
  const detail = { deliveryId };
  record(tx, causeOf(call), { action: 'webhook.replayed', target: delivery.webhookId, detail });
  return { delivery };
}

/** Starts the task that sends many events again. */
export async function postWebhookReplay(
  call: Call<Lines['postWebhookReplay']>,
): Promise<ManageData<'postWebhookReplay'>> {
  const {
    params: { webhookId },
    body,
    tx,
  } = call;
  if (!(await oneReceiver(tx, webhookId)).enabled) throw invalid('webhookId', isOff);
  const input: ReplayInput = { webhookId, span: spanOf(body) };
  const cause = causeOf(call);
  const task = await startTask(tx, cause, replayTask, { kind: 'replay', input });
  const detail = { taskId: task.id, ...(input.span ?? { failed: true }) };
  record(tx, cause, { action: 'webhook.replayed', target: webhookId, detail });
  return { task };
}

const spanOf = ({ from, to }: Call<Lines['postWebhookReplay']>['body']): ReplayInput['span'] =>
  from === undefined
    ? null
    : { from: from.from.toISOString(), before: (to?.before ?? new Date()).toISOString() };
