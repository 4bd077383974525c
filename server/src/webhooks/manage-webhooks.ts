import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { emitEvents } from '../core/events/emit-events.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalidField, notFound } from '../platform/error.ts';
import type { DeliveryDeps } from './deliver.job.ts';
import { scheduleDelivery } from './schedule-delivery.ts';
import { newWebhookSecret, sealSecret } from './signature.ts';
import * as store from './webhooks.sql.ts';

async function requireWebhook(tx: Tx, id: string): Promise<store.StoredWebhook> {
  const [webhook] = await store.selectWebhooks(tx, id);
  if (!webhook) throw notFound('webhook', id);
  return webhook;
}

/** Refuses forbidden IP addresses now; host names are checked when connecting. */
function requireAllowedUrl(
  { egress }: Pick<DeliveryDeps, 'egress'>,
  url: string | undefined,
): void {
  const objection = url === undefined ? undefined : egress.urlProblem(url);
  if (objection) throw invalidField('url', `cannot be called: ${objection}`.replace(/\.$/, ''));
}

/** The audit log outlives the webhook, and the path and query may contain a secret. */
const detailOf = ({ url, ...others }: { url?: string | undefined }) => ({
  ...others,
  ...(url !== undefined && { url: new URL(url).origin }),
});

export async function getWebhooks({
  tx,
}: ManageCall<'getWebhooks'>): Promise<ManageResult<'getWebhooks'>> {
  return { webhooks: await store.selectWebhooks(tx) };
}

export async function getWebhook({
  params,
  tx,
}: ManageCall<'getWebhook'>): Promise<ManageResult<'getWebhook'>> {
  return { webhook: await requireWebhook(tx, params.webhookId) };
}

/** Creates a webhook. Its secret is returned only once. */
export async function postWebhooks(
  call: ManageCall<'postWebhooks', DeliveryDeps>,
): Promise<ManageResult<'postWebhooks'>> {
  const { body, tx, deps } = call;
  requireAllowedUrl(deps, body.url);
  const [id, secret] = [randomUUIDv7(), newWebhookSecret()];
  const sealed = sealSecret(deps.sealing, tx.workspaceId, id, secret);
  const inserted = await store.insertWebhook(tx, { ...body, id, secret: sealed });
  if (inserted === 0)
    throw invalidField('url', `exceeds the limit of ${store.maxWebhooks} webhooks per workspace`);
  recordAudit(call, { action: 'webhook.created', target: id, detail: detailOf(body) });
  return { webhook: await requireWebhook(tx, id), secret };
}

export async function patchWebhook(
  call: ManageCall<'patchWebhook', DeliveryDeps>,
): Promise<ManageResult<'patchWebhook'>> {
  const { body, params, tx, deps } = call;
  requireAllowedUrl(deps, body.url);
  const { id, ...before } = await requireWebhook(tx, params.webhookId);
  const changed = Object.entries(body).filter(
    ([field, value]) => !isDeepStrictEqual(value, before[field as keyof typeof body]),
  );
  if (changed.length === 0) return { webhook: { id, ...before } };
  await store.updateWebhook(tx, id, { ...before, ...Object.fromEntries(changed) });
  const webhook = await requireWebhook(tx, id);
  // Waiting deliveries may be due by now.
  if (webhook.enabled) await scheduleDelivery(tx, [id], call.correlationId);
  const detail = detailOf(Object.fromEntries(changed));
  recordAudit(call, { action: 'webhook.edited', target: id, detail });
  return { webhook };
}

export async function deleteWebhook(
  call: ManageCall<'deleteWebhook'>,
): Promise<ManageResult<'deleteWebhook'>> {
  const { params, tx } = call;
  const webhook = await requireWebhook(tx, params.webhookId);
  await store.deleteWebhook(tx, webhook.id);
  const detail = detailOf({ url: webhook.url });
  recordAudit(call, { action: 'webhook.deleted', target: webhook.id, detail });
  return { webhook };
}

/** Creates a new secret; the old one stays valid for a day. */
export async function postWebhookRotate(
  call: ManageCall<'postWebhookRotate', Pick<DeliveryDeps, 'sealing'>>,
): Promise<ManageResult<'postWebhookRotate'>> {
  const { sealing } = call.deps;
  const {
    params: { webhookId },
    tx,
  } = call;
  const secret = newWebhookSecret();
  const sealed = sealSecret(sealing, tx.workspaceId, webhookId, secret);
  const until = await store.rotateSecret(tx, webhookId, sealed);
  if (!until) throw notFound('webhook', webhookId);
  recordAudit(call, { action: 'webhook.secret_rotated', target: webhookId });
  return { secret, previousEndsAt: until };
}

/** Sends a test event to this webhook only. */
export async function postWebhookTest(
  call: ManageCall<'postWebhookTest'>,
): Promise<ManageResult<'postWebhookTest'>> {
  const { params, tx } = call;
  const { id, enabled } = await requireWebhook(tx, params.webhookId);
  if (!enabled) throw invalidField('webhookId', store.webhookIsDisabled);
  const newEvent = { type: 'webhook.test', prospectId: null, data: { webhookId: id } } as const;
  const [eventId] = emitEvents(call, [newEvent], { webhookId: id });
  return { eventId: eventId! };
}
