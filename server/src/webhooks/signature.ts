import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** A key object, because node:crypto takes four times as long to sign with the bytes. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(prefix.length), 'base64');

/** The headers of Standard Webhooks: one signature for each key, whose secrets are all valid now. */
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
