import { record } from '../audit/record.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { send } from '../platform/queue/send.ts';
import { bodyOf } from './body.ts';
import * as deliveries from './delivery-sql.ts';
import { arrived, disabledBy, type Outcome, problemOf, unsendable, waitAfter } from './rules.ts';
import { openSecrets } from './secrets.ts';
import { signedHeaders } from './signature.ts';
import * as store from './sql.ts';
import { deliver, remind } from './wake.ts';

/** What deliveries need of the worker's cell. */
export interface Post {
  egress: Egress;
  sealing: Sealing;
}

interface Payload {
  webhookId: string;
  attendant: string;
}

/** Calls to one receiver at once. */
const atOnce = 16;
/** What a turn itself costs is shared by so many. */
const together = 500;
/** After so long no call is begun, so that others soon have their turn. */
const turnMs = 5_000;
/** Longer waits end when a chore sees it, which it does every minute. */
const longestReminder = 120;
/** Of an answer so many bytes of its body are kept, and so many letters of its headers. */
const keptOfAnswer = 4_096;

type Event = NonNullable<deliveries.Letter['event']>;
type Letter = deliveries.Letter & { event: Event };

interface Sent {
  letter: Letter;
  outcome: Outcome;
  seen: Pick<deliveries.Report, 'sentAt' | 'ms' | 'answerHeaders' | 'answerBody'>;
}

/** Sends what is due to one webhook, writes down what came of it, and hands on what is left. */
export const runDeliver =
  (post: Post) =>
  async ({ webhookId, attendant }: Payload, context: JobContext): Promise<void> => {
    const { workspaceId, correlationId } = context;
    const [receiver, due] = await context.read((tx) =>
      Promise.all([
        store.selectReceiver(tx, webhookId),
        deliveries.selectDue(tx, webhookId, together),
      ]),
    );
    if (receiver?.attendant !== attendant) return context.finish(async () => {});

    const byObstacle = Map.groupBy(due, ({ event }) =>
      receiver.enabled ? unsendable(event) : 'The webhook is switched off.',
    );
    const secrets = openSecrets(post.sealing, workspaceId, webhookId, receiver);
    const sent = await sendAll((byObstacle.get(null) ?? []) as Letter[], (letter) =>
      sendOne(post.egress, context, receiver.url, secrets, letter),
    );
    await context.finish(async (tx) => {
      for (const [obstacle, letters] of byObstacle)
        if (obstacle !== null) deliveries.giveUp(tx, letters, obstacle);
      report(tx, webhookId, sent, correlationId);
      // Those who add to the log lock it before the webhook, too.
      store.lockWebhook(tx, webhookId);
      await judge(tx, webhookId, receiver, sent, correlationId);
      store.settle(tx, webhookId, attendant);
      const onlyIf = store.isAttended(tx, webhookId, attendant);
      send(tx, deliver, [{ webhookId, attendant }], { correlationId, onlyIf });
    });
  };

/** All of them, some at once. What a slow receiver leaves stays for another turn. */
async function sendAll(
  letters: Letter[],
  post: (letter: Letter) => Promise<Sent>,
): Promise<Sent[]> {
  const waiting = letters.values();
  const sent: Sent[] = [];
  const turnEnds = performance.now() + turnMs;
  const work = async () => {
    for (const letter of waiting) {
      sent.push(await post(letter));
      if (performance.now() > turnEnds) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sent;
}

async function sendOne(
  egress: Egress,
  { workspaceId, signal }: JobContext,
  url: string,
  secrets: string[],
  letter: Letter,
): Promise<Sent> {
  const sentAt = new Date();
  const body = JSON.stringify(bodyOf(workspaceId, letter.event));
  const answer = await egress.request({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Outcrop-Webhooks/1',
      ...signedHeaders(secrets, letter.event.id, sentAt, body),
    },
    body,
    signal,
  });
  const { ms } = answer;
  if (answer.answered)
    return {
      letter,
      outcome: {
        status: answer.status,
        problem: null,
        retryAfter: answer.headers['retry-after'],
      },
      seen: { sentAt, ms, answerHeaders: firstOf(answer.headers), answerBody: asText(answer.body) },
    };
  if (answer.reason === 'stopped') throw new Error(answer.message);
  return {
    letter,
    outcome: { status: null, problem: answer.message, retryAfter: undefined },
    seen: { sentAt, ms, answerHeaders: {}, answerBody: '' },
  };
}

/** The first headers, as far as they fit; the one that does not is cut. */
function firstOf(headers: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  let room = keptOfAnswer;
  for (const [name, value] of Object.entries(headers)) {
    room -= name.length;
    if (room <= 0) break;
    kept[name] = value.slice(0, room).toWellFormed();
    room -= kept[name].length;
  }
  return kept;
}

/** The beginning, as the database takes it: without NUL or halves of characters. */
const asText = (bytes: Buffer): string =>
  bytes.subarray(0, keptOfAnswer).toString('utf8').replaceAll('\0', '\ufffd');

function report(tx: Tx, webhookId: string, sent: Sent[], correlationId: string | null): void {
  if (sent.length === 0) return;
  const now = new Date();
  const reports = sent.map((one) => asReport(one, now));
  deliveries.recordAttempts(tx, reports);
  const soonest = Math.min(...reports.map(({ wait }) => wait ?? Number.POSITIVE_INFINITY));
  if (soonest <= longestReminder)
    send(tx, remind, [{ webhookId }], { correlationId, startAfterSeconds: soonest });
}

/** What the attempts say about the receiver. */
async function judge(
  tx: Tx,
  webhookId: string,
  { failingSince }: store.Receiver,
  sent: Sent[],
  correlationId: string | null,
): Promise<void> {
  if (sent.length === 0) return;
  const outcomes = sent.map(({ outcome }) => outcome);
  const delivered = outcomes.filter(arrived).length;
  store.countAttempts(tx, webhookId, { delivered, failed: sent.length - delivered });
  const reason = disabledBy(outcomes, failingSince, new Date());
  if (!reason) return;
  await tx.flush();
  const cause = { actor: { kind: 'system', id: null } as const, correlationId };
  if (await store.disableWebhook(tx, webhookId, reason))
    record(tx, cause, { action: 'webhook.disabled', target: webhookId, detail: { reason } });
}

function asReport({ letter, outcome, seen }: Sent, now: Date): deliveries.Report {
  const isThere = arrived(outcome);
  const wait = isThere ? null : waitAfter(letter.tries + 1, outcome, Math.random(), now);
  return {
    ...seen,
    id: letter.id,
    at: letter.at,
    status: outcome.status,
    problem: problemOf(outcome),
    becomes: isThere ? 'delivered' : wait === null ? 'failed' : 'pending',
    wait,
  };
}
