import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { SealedColumn } from '../platform/crypto/reseal-secrets.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import { sql } from '../platform/db/index.ts';
import type { DueDelivery } from './deliveries.sql.ts';
import type { WebhookReceiver } from './webhooks.sql.ts';

const prefix = 'whsec_';

export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** A key object, because node:crypto takes four times as long to sign with the bytes. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(prefix.length), 'base64');

/** The headers of Standard Webhooks, with one signature for each valid key. */
export function signedHeaders(
  keys: KeyObject[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

export const webhookBody = (workspaceId: string, event: NonNullable<DueDelivery['event']>) => ({
  id: event.id,
  type: event.type,
  createdAt: new Date(event.createdAt).toISOString(),
  workspaceId,
  actor: event.actor,
  correlationId: event.correlationId,
  data: event.data,
  ...(event.previous && { previous: event.previous }),
});

/** Binds a secret to its webhook. */
const contextOf = (workspaceId: string, webhookId: string) => ({
  workspaceId,
  purpose: `webhook ${webhookId}`,
});

export const sealSecret = (
  sealing: Sealing,
  workspaceId: string,
  webhookId: string,
  secret: string,
): string => sealing.seal(secret, contextOf(workspaceId, webhookId));

/** The valid secrets, the current one first. */
export const openSecrets = (
  sealing: Sealing,
  workspaceId: string,
  webhookId: string,
  { secret, previousSecret }: WebhookReceiver,
): string[] =>
  [secret, previousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealing.open(sealed, contextOf(workspaceId, webhookId)));

const purpose = sql`'webhook ' || id as purpose`;

export const sealedSecrets: SealedColumn[] = [
  {
    name: 'secrets of webhooks',
    select: sql`select workspace_id, secret as sealed, ${purpose} from webhook`,
    update: (swap) => sql`
      update webhook set secret = swap.after from ${swap} where secret = swap.before`,
  },
  {
    name: 'earlier secrets of webhooks',
    select: sql`
      select workspace_id, previous_secret as sealed, ${purpose} from webhook where previous_secret is not null`,
    update: (swap) => sql`
      update webhook set previous_secret = swap.after from ${swap} where previous_secret = swap.before`,
  },
];
