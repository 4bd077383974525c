import type { ActorKind, EventData, EventKind, EventPrevious } from '@outcrop/contract';

interface EventOf<Kind extends EventKind> {
  /** The same on every delivery attempt. Use it to skip duplicates. */
  id: string;
  type: Kind;
  createdAt: string;
  workspaceId: string;
  actor: { kind: ActorKind; id: string | null };
  /** Correlation id of the request that caused the event, if any. */
  correlationId: string | null;
  data: EventData<Kind>;
}

/** A webhook event. New types may be added: ignore unknown ones. */
export type WebhookEvent = {
  [Kind in EventKind]: [EventPrevious<Kind>] extends [never]
    ? EventOf<Kind>
    : EventOf<Kind> & { previous: EventPrevious<Kind> };
}[EventKind];

const reasons = {
  missing_header: 'A webhook-id, webhook-timestamp or webhook-signature header is missing.',
  bad_timestamp: 'The webhook-timestamp header is not a time in seconds since 1970.',
  too_old: 'The message is too old. Check the clock; it may be a replay attack.',
  too_new: 'The message is from the future. Check the clock.',
  bad_secret: 'The secret must be whsec_ followed by base64. Copy it from the webhook settings.',
  bad_payload: 'The payload is not JSON text or bytes. Pass the raw body, not the parsed one.',
  no_match: 'No signature matches. The body was changed, or the secret is incorrect.',
};
export type WebhookErrorReason = keyof typeof reasons;

export class WebhookError extends Error {
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason) {
    super(reasons[reason]);
    this.name = 'WebhookError';
    this.reason = reason;
  }
}

type HeaderValue = string | readonly string[] | undefined;

export interface WebhookMessage {
  /** The raw body, before parsing. */
  payload: string | Uint8Array | ArrayBuffer;
  headers: Headers | ReadonlyMap<string, string> | Record<string, HeaderValue>;
  /** `whsec_…`, or several during a rotation. */
  secret: string | readonly string[];
  /** Maximum difference between the message's time and now. */
  toleranceSeconds?: number;
}

/**
 * Verifies a Standard Webhooks message and returns its event. Throws a `WebhookError` if no
 * secret matches or the message is too old. Runs wherever Web Crypto does.
 */
export async function verifyWebhook({
  payload,
  headers,
  secret,
  toleranceSeconds = 300,
}: WebhookMessage): Promise<WebhookEvent> {
  const header = headerReader(headers);
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const signatures = header('webhook-signature').split(' ');
  requireFresh(timestamp, toleranceSeconds);
  const body = bytesOf(payload);
  const signed = joinBytes(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const expected = await Promise.all([secret].flat().map((one) => signBytes(one, signed)));
  const matches = expected.flatMap((one) => signatures.map((other) => isSame(one, other)));
  if (!matches.includes(true)) throw new WebhookError('no_match');
  return parseEvent(body);
}

function headerReader(headers: WebhookMessage['headers']): (name: string) => string {
  const entries: Iterable<[string, HeaderValue]> =
    Symbol.iterator in headers
      ? (headers as Iterable<[string, string]>)
      : Object.entries(headers as Record<string, HeaderValue>);
  const byName = new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    const text = typeof value === 'string' ? value : (value ?? []).join(' ');
    if (text === '') throw new WebhookError('missing_header');
    return text;
  };
}

function requireFresh(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('bad_timestamp');
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookError('too_old');
  if (age < -toleranceSeconds) throw new WebhookError('too_new');
}

function bytesOf(payload: WebhookMessage['payload']): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload);
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  throw new WebhookError('bad_payload');
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

async function signBytes(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    keyOf(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return `v1,${btoa(String.fromCharCode(...bytes))}`;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, text] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?)$/.exec(secret) ?? [];
  if (!text) throw new WebhookError('bad_secret');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Constant-time comparison. */
function isSame(expected: string, actual: string): boolean {
  let difference = expected.length ^ actual.length;
  for (let at = 0; at < expected.length; at++)
    difference |= expected.charCodeAt(at) ^ actual.charCodeAt(at % (actual.length || 1));
  return difference === 0;
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookError('bad_payload');
  }
}
