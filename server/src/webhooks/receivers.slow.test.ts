import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../test/certificate.ts';
import { httpsReceiver, tcpReceiver } from '../../test/test-receiver.ts';
import {
  respondWithStatus,
  startWebhookReceiver,
  type WebhookResponder,
} from '../../test/webhooks/webhook-receiver.ts';
import {
  setUpWebhooks,
  type WebhooksClient,
  webhooksClient,
} from '../../test/webhooks/webhooks-client.ts';

const { service, startWorker } = await setUpWebhooks();
await startWorker();

/** Registers a receiver; the returned function reads what the log says after one event. */
async function deliveryOutcomeOf(account: WebhooksClient, url: string) {
  const { webhook } = await account.register(url, ['prospect.created']);
  return async () => {
    const [tried] = await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
    return { webhook, ...(await account.delivery(tried!.id)) };
  };
}

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;

test.each<[string, WebhookResponder, object, number]>([
  [
    '500',
    respondWithStatus(500, {}, 'broken'),
    { lastStatus: 500, lastProblem: 'The receiver answered 500.' },
    5,
  ],
  ['429', respondWithStatus(429, { 'retry-after': '600' }), { lastStatus: 429 }, 600],
  [
    'a redirect',
    respondWithStatus(307, { location: 'http://127.0.0.1:1/elsewhere' }),
    {
      lastStatus: 307,
      lastProblem:
        'The receiver answered 307. Redirects are not followed: register the address they lead to.',
    },
    5,
  ],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 50);
    },
    {
      lastStatus: null,
      lastProblem: '127.0.0.1 closed the connection before the response was complete.',
    },
    5,
  ],
])('a receiver that responds with %s is retried later', async (_, answer, outcome, seconds) => {
  const hook = await startWebhookReceiver();
  hook.respondWith(answer);
  const account = await webhooksClient(service);
  const outcomeNow = await deliveryOutcomeOf(account, hook.url);
  await account.addProspects(1);
  const { webhook, delivery, attempts } = await outcomeNow();
  expect(delivery).toMatchObject({ ...outcome, status: 'pending', attempts: 1 });
  const wait = secondsBetween(attempts[0]!.at, delivery.nextAttemptAt!);
  expect(wait).toBeGreaterThan(seconds - 1);
  // 10% jitter, and the duration of the attempt itself.
  expect(wait).toBeLessThan(seconds * 1.1 + 30);
  expect(attempts).toMatchObject([
    { number: 1, status: delivery.lastStatus, problem: delivery.lastProblem },
  ]);
  expect(await account.webhook(webhook.id)).toMatchObject({
    enabled: true,
    failingSince: expect.any(String),
    lastDay: { delivered: 0, failed: 1 },
  });
});

test('a receiver that refuses the connection, has a bad certificate, or does not speak HTTP is retried later', async () => {
  const secured = await httpsReceiver(selfSignedCertificate('trusted.example'), () => {});
  const babbling = await tcpReceiver((socket) => socket.end('who is there?\r\n\r\n'));
  const account = await webhooksClient(service);
  const urls = {
    'http://127.0.0.1:1/': '127.0.0.1 refused the connection on port 1.',
    [`https://127.0.0.1:${secured.port}/`]: /^The certificate of 127.0.0.1 was rejected: /,
    [`http://127.0.0.1:${babbling.port}/`]: '127.0.0.1 did not send a valid HTTP response.',
    'http://nowhere.invalid/': /^DNS /,
  };
  const outcomes = await Promise.all(
    Object.keys(urls).map((url) => deliveryOutcomeOf(account, url)),
  );
  await account.addProspects(1);
  for (const [index, problem] of Object.values(urls).entries())
    expect((await outcomes[index]!()).delivery).toMatchObject({
      status: 'pending',
      lastStatus: null,
      lastProblem: expect.stringMatching(problem),
    });
});
