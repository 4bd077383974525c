import type { KeyObject } from 'node:crypto';
import { record } from '../core/audit/record.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { send } from '../platform/queue/send.ts';
import { bodyOf } from './body.ts';
import * as deliveries from './deliveries.sql.ts';
import {
  disableReason,
  isDelivered,
  type Outcome,
  problemOf,
  reasonNotSendable,
  retryDelay,
} from './rules.ts';
import { deliver, scheduleRetry } from './schedule-delivery.ts';
import { openSecrets } from './secrets.ts';
import { signedHeaders, signingKey } from './signature.ts';
import * as store from './webhooks.sql.ts';

export interface DeliveryDeps {
  egress: Egress;
  sealing: Sealing;
}

interface Payload {
  webhookId: string;
  leaseId: string;
}

/** Parallel requests to one receiver. */
const concurrency = 16;
const batchSize = 500;
/** No request starts after this time, so that other webhooks get their turn. */
const maxTurnMs = 5_000;
/** Later retries are found by `due-deliveries`, which runs every minute. */
const maxScheduledRetrySeconds = 120;
/** Stored of each response: bytes of the body, and characters of the headers. */
const maxStoredResponseBytes = 4_096;

type Event = NonNullable<deliveries.DueDelivery['event']>;
type SendableDelivery = deliveries.DueDelivery & { event: Event };

interface Sent {
  delivery: SendableDelivery;
  outcome: Outcome;
  response: Pick<deliveries.AttemptResult, 'sentAt' | 'ms' | 'answerHeaders' | 'answerBody'>;
}

/** Sends the due deliveries of one webhook, records the results, and queues the rest. */
export const runDeliver =
  (deps: DeliveryDeps) =>
  async ({ webhookId, leaseId }: Payload, context: JobContext): Promise<void> => {
    const { workspaceId, correlationId } = context;
    const [receiver, due] = await context.read((tx) =>
      Promise.all([
        store.selectReceiver(tx, webhookId),
        deliveries.selectDue(tx, webhookId, batchSize),
      ]),
    );
    if (receiver?.leaseId !== leaseId) return context.finish(async () => {});

    const byProblem = Map.groupBy(due, ({ event }) =>
      receiver.enabled ? reasonNotSendable(event) : 'The webhook is disabled.',
    );
    const keys = openSecrets(deps.sealing, workspaceId, webhookId, receiver).map(signingKey);
    const sent = await sendAll((byProblem.get(null) ?? []) as SendableDelivery[], (delivery) =>
      sendOne(deps.egress, context, receiver.url, keys, delivery),
    );
    await context.finish(async (tx) => {
      for (const [problem, unsent] of byProblem)
        if (problem !== null) deliveries.giveUp(tx, unsent, problem);
      recordResults(tx, webhookId, sent, correlationId);
      // Same lock order as when deliveries are added: the log first, then the webhook.
      store.lockWebhook(tx, webhookId);
      await updateWebhookHealth(tx, webhookId, receiver, sent, correlationId);
      store.releaseLease(tx, webhookId, leaseId);
      const onlyIf = store.holdsLease(tx, webhookId, leaseId);
      send(tx, deliver, [{ webhookId, leaseId }], { correlationId, onlyIf });
    });
  };

/** Sends in parallel. Deliveries that a slow receiver leaves over wait for another turn. */
async function sendAll(
  deliveries: SendableDelivery[],
  sendDelivery: (delivery: SendableDelivery) => Promise<Sent>,
): Promise<Sent[]> {
  const waiting = deliveries.values();
  const sent: Sent[] = [];
  const turnEnds = performance.now() + maxTurnMs;
  const work = async () => {
    for (const delivery of waiting) {
      sent.push(await sendDelivery(delivery));
      if (performance.now() > turnEnds) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return sent;
}

async function sendOne(
  egress: Egress,
  { workspaceId, signal }: JobContext,
  url: string,
  keys: KeyObject[],
  delivery: SendableDelivery,
): Promise<Sent> {
  const sentAt = new Date();
  const body = JSON.stringify(bodyOf(workspaceId, delivery.event));
  const answer = await egress.request({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Outcrop-Webhooks/1',
      ...signedHeaders(keys, delivery.event.id, sentAt, body),
    },
    body,
    signal,
  });
  const { ms } = answer;
  if (answer.answered)
    return {
      delivery,
      outcome: {
        status: answer.status,
        problem: null,
        retryAfter: answer.headers['retry-after'],
      },
      response: {
        sentAt,
        ms,
        answerHeaders: truncateHeaders(answer.headers),
        answerBody: truncateBody(answer.body),
      },
    };
  if (answer.reason === 'stopped') throw new Error(answer.message);
  return {
    delivery,
    outcome: { status: null, problem: answer.message, retryAfter: undefined },
    response: { sentAt, ms, answerHeaders: {}, answerBody: '' },
  };
}

function truncateHeaders(headers: Record<string, string>): Record<string, string> {
  const stored: Record<string, string> = {};
  let remaining = maxStoredResponseBytes;
  for (const [name, value] of Object.entries(headers)) {
    remaining -= name.length;
    if (remaining <= 0) break;
    stored[name] = value.slice(0, remaining).toWellFormed();
    remaining -= stored[name].length;
  }
  return stored;
}

/** PostgreSQL accepts neither NUL nor invalid UTF-8. */
const truncateBody = (bytes: Buffer): string =>
  bytes.subarray(0, maxStoredResponseBytes).toString('utf8').replaceAll('\0', '\ufffd');

function recordResults(
  tx: Tx,
  webhookId: string,
  sent: Sent[],
  correlationId: string | null,
): void {
  if (sent.length === 0) return;
  const now = new Date();
  const results = sent.map((one) => toAttemptResult(one, now));
  deliveries.recordAttempts(tx, results);
  const soonest = Math.min(
    ...results.map(({ retrySeconds }) => retrySeconds ?? Number.POSITIVE_INFINITY),
  );
  if (soonest <= maxScheduledRetrySeconds)
    send(tx, scheduleRetry, [{ webhookId }], { correlationId, startAfterSeconds: soonest });
}

/** Counts the attempts, and disables the webhook if it is gone or keeps failing. */
async function updateWebhookHealth(
  tx: Tx,
  webhookId: string,
  { failingSince }: store.Receiver,
  sent: Sent[],
  correlationId: string | null,
): Promise<void> {
  if (sent.length === 0) return;
  const outcomes = sent.map(({ outcome }) => outcome);
  const delivered = outcomes.filter(isDelivered).length;
  store.countAttempts(tx, webhookId, { delivered, failed: sent.length - delivered });
  const reason = disableReason(outcomes, failingSince, new Date());
  if (!reason) return;
  const actor = { actor: { kind: 'system', id: null } as const, correlationId };
  if (await store.disableWebhook(tx, webhookId, reason))
    record({ tx, actor }, { action: 'webhook.disabled', target: webhookId, detail: { reason } });
}

function toAttemptResult(
  { delivery, outcome, response: seen }: Sent,
  now: Date,
): deliveries.AttemptResult {
  const delivered = isDelivered(outcome);
  const retrySeconds = delivered
    ? null
    : retryDelay(delivery.tries + 1, outcome, Math.random(), now);
  return {
    ...seen,
    id: delivery.id,
    at: delivery.at,
    status: outcome.status,
    problem: problemOf(outcome),
    nextStatus: delivered ? 'delivered' : retrySeconds === null ? 'failed' : 'pending',
    retrySeconds,
  };
}
