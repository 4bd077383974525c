import { recordAudit } from '../core/audit/record-audit.ts';
import { notifyAdmins } from '../core/notifications/notify-users.sql.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import * as deliveries from './deliveries.sql.ts';
import {
  type AttemptOutcome,
  disableReason,
  isDelivered,
  problemOf,
  reasonNotSendable,
  retryDelay,
} from './delivery-rules.ts';
import { deliverToWebhook, scheduleRetry } from './schedule-delivery.ts';
import {
  type SendableDelivery,
  type SentDelivery,
  sendDeliveries,
  sendWebhookRequest,
} from './send-deliveries.ts';
import { openSecrets, signingKey } from './signature.ts';
import * as store from './webhooks.sql.ts';

export interface DeliveryDeps {
  egress: Egress;
  sealing: Sealing;
}

interface Payload {
  webhookId: string;
  leaseId: string;
}

/** Deliveries of one turn. */
const batchSize = 1_000;
/** Later retries are found by `due-deliveries`, which runs every minute. */
const maxScheduledRetrySeconds = 120;

/** Sends the due deliveries of one webhook, records the results, and queues the rest. */
export const runDeliver =
  (deps: DeliveryDeps) =>
  async ({ webhookId, leaseId }: Payload, context: JobContext): Promise<void> => {
    const { workspaceId, correlationId } = context;
    const [receiver, due] = await context.read((tx) =>
      Promise.all([
        store.selectReceiver(tx, webhookId),
        deliveries.selectDueDeliveries(tx, webhookId, batchSize),
      ]),
    );
    if (receiver?.leaseId !== leaseId) return context.finish(async () => {});

    const byProblem = Map.groupBy(due, ({ event }) =>
      receiver.enabled ? reasonNotSendable(event) : 'The webhook is disabled.',
    );
    const keys = openSecrets(deps.sealing, workspaceId, webhookId, receiver).map(signingKey);
    const recordAndCount = (tx: Tx, sent: SentDelivery[]) => {
      recordResults(tx, webhookId, sent, correlationId);
      // Same lock order as when deliveries are added: the log first, then the webhook.
      store.lockWebhook(tx, webhookId);
      countAttempts(tx, webhookId, sent);
    };
    const { outcomes, unrecorded } = await sendDeliveries(
      (byProblem.get(null) ?? []) as SendableDelivery[],
      (delivery) => sendWebhookRequest(deps.egress, context, receiver.url, keys, delivery),
      (sent) => context.transaction(async (tx) => recordAndCount(tx, sent)),
    );
    await context.finish(async (tx) => {
      for (const [problem, unsent] of byProblem)
        if (problem !== null) deliveries.giveUpDeliveries(tx, unsent, problem);
      recordAndCount(tx, unrecorded);
      await disableIfFailing(tx, webhookId, receiver, outcomes, correlationId);
      store.releaseWebhookLease(tx, webhookId, leaseId);
      const onlyIf = store.holdsWebhookLease(tx, webhookId, leaseId);
      sendJobs(tx, deliverToWebhook, [{ webhookId, leaseId }], { correlationId, onlyIf });
    });
  };

function recordResults(
  tx: Tx,
  webhookId: string,
  sent: SentDelivery[],
  correlationId: string | null,
): void {
  if (sent.length === 0) return;
  const now = new Date();
  const results = sent.map((one) => toAttemptResult(one, now));
  deliveries.recordAttempts(tx, webhookId, results);
  const soonest = Math.min(
    ...results.map(({ retrySeconds }) => retrySeconds ?? Number.POSITIVE_INFINITY),
  );
  if (soonest <= maxScheduledRetrySeconds)
    sendJobs(tx, scheduleRetry, [{ webhookId }], { correlationId, startAfterSeconds: soonest });
}

function countAttempts(tx: Tx, webhookId: string, sent: SentDelivery[]): void {
  if (sent.length === 0) return;
  const delivered = sent.filter(({ outcome }) => isDelivered(outcome)).length;
  store.countAttempts(tx, webhookId, { delivered, failed: sent.length - delivered });
}

/** Disables the webhook if it is gone or keeps failing. Needs the outcomes of the whole turn. */
async function disableIfFailing(
  tx: Tx,
  webhookId: string,
  { failingSince }: store.WebhookReceiver,
  outcomes: AttemptOutcome[],
  correlationId: string | null,
): Promise<void> {
  const reason = disableReason(outcomes, failingSince, new Date());
  if (!reason) return;
  const actor = { actor: { kind: 'system', id: null } as const, correlationId };
  if (!(await store.disableWebhook(tx, webhookId, reason))) return;
  recordAudit({ tx, actor }, { action: 'webhook.disabled', target: webhookId, detail: { reason } });
  notifyAdmins(tx, 'webhook', [webhookId]);
}

function toAttemptResult(
  { delivery, outcome, response: seen }: SentDelivery,
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
    event: delivery.event,
    status: outcome.status,
    problem: problemOf(outcome),
    nextStatus: delivered ? 'delivered' : retrySeconds === null ? 'failed' : 'pending',
    retrySeconds,
  };
}
