import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { selfSigned } from '../../test/certificate.ts';
import { httpsReceiver, tcpReceiver } from '../../test/receiver.ts';
import { setUpWebhooks, type WebhooksClient, webhooksClient } from '../../test/webhooks/setup.ts';
import {
  type Responder,
  startWebhookReceiver,
  status,
} from '../../test/webhooks/webhook-receiver.ts';

const { service, startWorker } = await setUpWebhooks();
await startWorker();

/** Registers a receiver; the returned function reads what the log says after one event. */
async function outcomeOf(account: WebhooksClient, url: string) {
  const { webhook } = await account.register(url, ['prospect.created']);
  return async () => {
    const [tried] = await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
    return { webhook, ...(await account.delivery(tried!.id)) };
  };
}

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;

test.each<[string, Responder, object, number]>([
  [
    '500',
    status(500, {}, 'broken'),
    { lastStatus: 500, lastProblem: 'The receiver answered 500.' },
    5,
  ],
  ['404', status(404), { lastStatus: 404, lastProblem: 'The receiver answered 404.' }, 5],
  ['429', status(429, { 'retry-after': '600' }), { lastStatus: 429 }, 600],
  [
    '503 until a date',
    (response) =>
      response
        .writeHead(503, { 'retry-after': new Date(Date.now() + 900_000).toUTCString() })
        .end(),
    { lastStatus: 503 },
    899,
  ],
  [
    'a redirect',
    status(307, { location: 'http://127.0.0.1:1/elsewhere' }),
    {
      lastStatus: 307,
      lastProblem:
        'The receiver answered 307. Redirects are not followed: register the address they lead to.',
    },
    5,
  ],
  [
    'a closed connection',
    (response) => response.destroy(),
    {
      lastStatus: null,
      lastProblem: '127.0.0.1 closed the connection before the response was complete.',
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
  const outcomeNow = await outcomeOf(account, hook.url);
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
  const secured = await httpsReceiver(selfSigned('trusted.example'), () => {});
  const babbling = await tcpReceiver((socket) => socket.end('who is there?\r\n\r\n'));
  const account = await webhooksClient(service);
  const urls = {
    'http://127.0.0.1:1/': '127.0.0.1 refused the connection on port 1.',
    [`https://127.0.0.1:${secured.port}/`]: /^The certificate of 127.0.0.1 was rejected: /,
    [`http://127.0.0.1:${babbling.port}/`]: '127.0.0.1 did not send a valid HTTP response.',
    'http://nowhere.invalid/': /^DNS /,
  };
  const outcomes = await Promise.all(Object.keys(urls).map((url) => outcomeOf(account, url)));
  await account.addProspects(1);
  for (const [index, problem] of Object.values(urls).entries())
    expect((await outcomes[index]!()).delivery).toMatchObject({
      status: 'pending',
      lastStatus: null,
      lastProblem: expect.stringMatching(problem),
    });
});

test('a receiver that hangs or sends a byte a second times out after 15 seconds and delays no others', async () => {
  const [silent, slow, good] = [
    await startWebhookReceiver(),
    await startWebhookReceiver(),
    await startWebhookReceiver(),
  ];
  silent.respondWith(() => {});
  slow.respondWith(async (response) => {
    for (response.writeHead(200); !response.destroyed; await sleep(1_000)) response.write('x');
  });
  const account = await webhooksClient(service);
  const outcomes = [await outcomeOf(account, silent.url), await outcomeOf(account, slow.url)];
  await account.register(good.url);
  const prospectIds = await account.addProspects(1);
  await good.waitForRequests(1);
  for (const tagName of ['Hot', 'New', 'Met'])
    await account.bulk({ action: 'tag', tagName, prospectIds });
  await good.waitForRequests(4);

  const [hung, dripped] = await Promise.all(outcomes.map((outcome) => outcome()));
  expect(hung!.delivery.lastProblem).toBe('127.0.0.1 did not answer within 15 s.');
  expect(dripped!.delivery.lastProblem).toBe(
    '127.0.0.1 started to respond with 200 but did not finish within 15 s.',
  );
  for (const { attempts } of [hung!, dripped!])
    expect(attempts[0]!.ms).toBeGreaterThanOrEqual(15_000);
});

test('64 KiB of an endless response are read and 4 KiB are stored, and its status counts', async () => {
  const hook = await startWebhookReceiver();
  let written = 0;
  const more = Buffer.alloc(65_536, 'x');
  hook.respondWith((response) => {
    response.writeHead(200);
    const flow = () => {
      while (!response.destroyed && written < 2 ** 30) {
        written += more.length;
        if (!response.write(more)) return response.once('drain', flow);
      }
      return response.end();
    };
    flow();
  });
  const account = await webhooksClient(service);
  const outcome = await outcomeOf(account, hook.url);
  await account.addProspects(1);
  const { delivery, attempts } = await outcome();
  expect(delivery).toMatchObject({ status: 'delivered', lastStatus: 200 });
  expect(attempts[0]!.answerBody).toBe('x'.repeat(4_096));
  // The two sockets buffer some data when the connection is dropped.
  expect(written).toBeLessThan(16 * 2 ** 20);
});
