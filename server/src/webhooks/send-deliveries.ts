import type { KeyObject } from 'node:crypto';
import type { Egress, EgressFailure, EgressResponse } from '../platform/egress/egress.ts';
import { counter, histogram } from '../platform/observe/metrics.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import type { AttemptResult, DueDelivery } from './deliveries.sql.ts';
import { type AttemptOutcome, isDelivered } from './delivery-rules.ts';
import { signedHeaders, webhookBody } from './signature.ts';

const attemptsTotal = counter(
  'outcrop_webhook_attempts_total',
  'Attempts to deliver to a webhook: delivered, refused by the receiver, or why there was no response',
  ['outcome'],
);
// The counters start at zero, so that the first failure is an increase.
for (const outcome of ['delivered', 'refused']) attemptsTotal.inc({ outcome }, 0);
const attemptSeconds = histogram(
  'outcrop_webhook_attempt_duration_seconds',
  'Time until the response of a webhook was complete, or the attempt failed',
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
);

/** Parallel requests to one receiver. */
const concurrency = 16;
/** How many results are recorded together, while other deliveries are sent. */
const recordSize = 250;
/** No request starts after this time, so that other webhooks get their turn. */
const maxTurnMs = 5_000;
/** How much of each response is stored: bytes of the body, and characters of the headers. */
const maxStoredResponseBytes = 4_096;

export type SendableDelivery = DueDelivery & { event: NonNullable<DueDelivery['event']> };

export interface SentDelivery {
  delivery: SendableDelivery;
  outcome: AttemptOutcome;
  response: Pick<AttemptResult, 'sentAt' | 'ms' | 'answerHeaders' | 'answerBody'>;
}

/**
 * Sends in parallel, and records results meanwhile. Deliveries that a slow receiver delays wait for
 * another turn.
 */
export async function sendDeliveries(
  deliveries: SendableDelivery[],
  sendDelivery: (delivery: SendableDelivery) => Promise<SentDelivery>,
  record: (sent: SentDelivery[]) => Promise<void>,
): Promise<{ outcomes: AttemptOutcome[]; unrecorded: SentDelivery[] }> {
  const waiting = deliveries.values();
  const outcomes: AttemptOutcome[] = [];
  const unrecorded: SentDelivery[] = [];
  let turnEnds = performance.now() + maxTurnMs;
  let isRecording = false;
  const recordSome = async () => {
    isRecording = true;
    await record(unrecorded.splice(0));
    isRecording = false;
  };
  const work = async () => {
    for (const delivery of waiting) {
      const sent = await sendDelivery(delivery);
      outcomes.push(sent.outcome);
      unrecorded.push(sent);
      if (performance.now() > turnEnds) return;
      if (unrecorded.length >= recordSize && !isRecording) await recordSome();
    }
  };
  const endTurn = (error: unknown) => {
    turnEnds = 0;
    throw error;
  };
  await Promise.all(Array.from({ length: concurrency }, () => work().catch(endTurn)));
  return { outcomes, unrecorded };
}

export async function sendWebhookRequest(
  egress: Egress,
  { workspaceId, signal }: JobContext,
  url: string,
  keys: KeyObject[],
  delivery: SendableDelivery,
): Promise<SentDelivery> {
  const sentAt = new Date();
  const body = JSON.stringify(webhookBody(workspaceId, delivery.event));
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
  countAttempt(answer);
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

function countAttempt(answer: EgressResponse | EgressFailure): void {
  const outcome = !answer.answered ? answer.reason : isDelivered(answer) ? 'delivered' : 'refused';
  attemptsTotal.inc({ outcome });
  attemptSeconds.observe(answer.ms / 1_000);
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
