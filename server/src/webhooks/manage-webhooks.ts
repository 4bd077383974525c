import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ManageData, manageEndpoints, Webhook } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { emit } from '../events/emit.ts';
import { causeOf } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalid, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import type { Post } from './deliver.job.ts';
import { sealSecret } from './secrets.ts';
import { newSecret } from './signature.ts';
import * as store from './sql.ts';
import { wake } from './wake.ts';

type Lines = typeof manageEndpoints;

async function oneWebhook(tx: Tx, id: string): Promise<Webhook> {
  const [webhook] = await store.selectWebhooks(tx, id);
  if (!webhook) throw noSuch('webhook', id);
  return webhook;
}

/** Names that lead to forbidden places are found out when connecting; an address can be refused now. */
function requireUsable({ egress }: Pick<Post, 'egress'>, url: string | undefined): void {
  const objection = url === undefined ? undefined : egress.objectionTo(url);
  if (objection) throw invalid('url', `cannot be called: ${objection}`.replace(/\.$/, ''));
}

/** For the audit log, which outlives the webhook: its path and query may hold a secret. */
const detailOf = ({ url, ...others }: { url?: string | undefined }) => ({
  ...others,
  ...(url !== undefined && { url: new URL(url).origin }),
});

export async function getWebhooks({
  tx,
}: Call<Lines['getWebhooks']>): Promise<ManageData<'getWebhooks'>> {
  return { webhooks: await store.selectWebhooks(tx) };
}

export async function getWebhook({
  params,
  tx,
}: Call<Lines['getWebhook']>): Promise<ManageData<'getWebhook'>> {
  return { webhook: await oneWebhook(tx, params.webhookId) };
}

/** Registers a receiver. Its secret is made here and told once. */
export const postWebhooks =
  (post: Post) =>
  async (call: Call<Lines['postWebhooks']>): Promise<ManageData<'postWebhooks'>> => {
    const { body, tx } = call;
    requireUsable(post, body.url);
    const [id, secret] = [randomUUIDv7(), newSecret()];
    const sealed = sealSecret(post.sealing, tx.workspaceId, id, secret);
    const made = await store.insertWebhook(tx, { ...body, id, secret: sealed });
    if (made === 0)
      throw invalid(
        'url',
        `would be one more than the ${store.mostWebhooks} webhooks a workspace can have`,
      );
    record(tx, causeOf(call), { action: 'webhook.created', target: id, detail: detailOf(body) });
    return { webhook: await oneWebhook(tx, id), secret };
  };

/** Changes what was sent of a webhook: its address, its kinds, whether it is on. */
export const patchWebhook =
  (post: Post) =>
  async (call: Call<Lines['patchWebhook']>): Promise<ManageData<'patchWebhook'>> => {
    const { body, params, tx } = call;
    requireUsable(post, body.url);
    const { id, ...before } = await oneWebhook(tx, params.webhookId);
    const changed = Object.entries(body).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field as keyof typeof body]),
    );
    if (changed.length === 0) return { webhook: { id, ...before } };
    await store.updateWebhook(tx, id, { ...before, ...Object.fromEntries(changed) });
    const webhook = await oneWebhook(tx, id);
    // What was waiting may have become due meanwhile.
    if (webhook.enabled) await wake(tx, [id], call.correlationId);
    const detail = detailOf(Object.fromEntries(changed));
    record(tx, causeOf(call), { action: 'webhook.edited', target: id, detail });
    return { webhook };
  };

export async function deleteWebhook(
  call: Call<Lines['deleteWebhook']>,
): Promise<ManageData<'deleteWebhook'>> {
  const { params, tx } = call;
  const webhook = await oneWebhook(tx, params.webhookId);
  await store.deleteWebhook(tx, webhook.id);
  const detail = detailOf({ url: webhook.url });
  record(tx, causeOf(call), { action: 'webhook.deleted', target: webhook.id, detail });
  return { webhook };
}

/** A new secret; the old one signs beside it for a day. */
export const postWebhookRotate =
  ({ sealing }: Pick<Post, 'sealing'>) =>
  async (call: Call<Lines['postWebhookRotate']>): Promise<ManageData<'postWebhookRotate'>> => {
    const {
      params: { webhookId },
      tx,
    } = call;
    const secret = newSecret();
    const sealed = sealSecret(sealing, tx.workspaceId, webhookId, secret);
    const until = await store.rotateSecret(tx, webhookId, sealed);
    if (!until) throw noSuch('webhook', webhookId);
    record(tx, causeOf(call), { action: 'webhook.secret_rotated', target: webhookId });
    return { secret, previousEndsAt: until.toISOString() };
  };

/** Something to try a receiver with, for it alone. */
export async function postWebhookTest(
  call: Call<Lines['postWebhookTest']>,
): Promise<ManageData<'postWebhookTest'>> {
  const { params, tx } = call;
  const { id, enabled } = await oneWebhook(tx, params.webhookId);
  if (!enabled)
    throw invalid('webhookId', 'is of a webhook that is switched off; switch it on first');
  const happening = { type: 'webhook.test', prospectId: null, data: { webhookId: id } } as const;
  const [eventId] = emit(tx, causeOf(call), [happening], { webhookId: id });
  return { eventId: eventId! };
}
