import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { selfSigned } from '../../test/certificate.ts';
import { httpsReceiver, tcpReceiver } from '../../test/receiver.ts';
import { type Subscriber, subscriber, webhookGround } from '../../test/webhooks/ground.ts';
import { type Answering, startHook, status } from '../../test/webhooks/hook.ts';

const { service, startWorker } = await webhookGround();
await startWorker();

/** Sends one event to a receiver that answers so, and tells what the log says afterwards. */
async function outcomeOf(account: Subscriber, url: string) {
  const { webhook } = await account.register(url, ['prospect.created']);
  return async () => {
    const [tried] = await account.settled(webhook.id, ({ attempts }) => attempts > 0);
    return { webhook, ...(await account.delivery(tried!.id)) };
  };
}

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;

test.each<[string, Answering, object, number]>([
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
      lastProblem: '127.0.0.1 closed the connection before its answer had ended.',
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
      lastProblem: '127.0.0.1 closed the connection before its answer had ended.',
    },
    5,
  ],
])(
  'a receiver that answers with %s is tried again later [webhooks.retry-after webhooks.no-redirects]',
  async (_, answer, outcome, seconds) => {
    const hook = await startHook();
    hook.answer(answer);
    const account = await subscriber(service);
    const outcomeNow = await outcomeOf(account, hook.url);
    await account.people(1);
    const { webhook, delivery, attempts } = await outcomeNow();
    expect(delivery).toMatchObject({ ...outcome, status: 'pending', attempts: 1 });
    const wait = secondsBetween(attempts[0]!.at, delivery.nextAttemptAt!);
    expect(wait).toBeGreaterThan(seconds - 1);
    // A tenth at random, and the time that the attempt itself took.
    expect(wait).toBeLessThan(seconds * 1.1 + 30);
    expect(attempts).toMatchObject([
      { number: 1, status: delivery.lastStatus, problem: delivery.lastProblem },
    ]);
    expect(await account.webhook(webhook.id)).toMatchObject({
      enabled: true,
      failingSince: expect.any(String),
      lastDay: { delivered: 0, failed: 1 },
    });
  },
);

test('a receiver that refuses the connection, has a bad certificate, or speaks no HTTP is tried again later', async () => {
  const secured = await httpsReceiver(selfSigned('trusted.example'), () => {});
  const babbling = await tcpReceiver((socket) => socket.end('who is there?\r\n\r\n'));
  const account = await subscriber(service);
  const urls = {
    'http://127.0.0.1:1/': '127.0.0.1 refused the connection on port 1.',
    [`https://127.0.0.1:${secured.port}/`]: /^The certificate of 127.0.0.1 was refused: /,
    [`http://127.0.0.1:${babbling.port}/`]: 'What 127.0.0.1 sent is not an HTTP answer.',
    'http://nowhere.invalid/': /^DNS /,
  };
  const outcomes = await Promise.all(Object.keys(urls).map((url) => outcomeOf(account, url)));
  await account.people(1);
  for (const [place, problem] of Object.values(urls).entries())
    expect((await outcomes[place]!()).delivery).toMatchObject({
      status: 'pending',
      lastStatus: null,
      lastProblem: expect.stringMatching(problem),
    });
});

test('whoever hangs, or answers a byte a second, has 15 seconds, and nobody else waits for that [webhooks.time-out]', async () => {
  const [silent, slow, good] = [await startHook(), await startHook(), await startHook()];
  silent.answer(() => {});
  slow.answer(async (response) => {
    for (response.writeHead(200); !response.destroyed; await sleep(1_000)) response.write('x');
  });
  const account = await subscriber(service);
  const outcomes = [await outcomeOf(account, silent.url), await outcomeOf(account, slow.url)];
  await account.register(good.url);
  const prospectIds = await account.people(1);
  await good.atLeast(1);
  for (const tagName of ['Hot', 'New', 'Met'])
    await account.bulk({ action: 'tag', tagName, prospectIds });
  await good.atLeast(4);

  const [hung, dripped] = await Promise.all(outcomes.map((outcome) => outcome()));
  expect(hung!.delivery.lastProblem).toBe('127.0.0.1 did not answer within 15 s.');
  expect(dripped!.delivery.lastProblem).toBe(
    '127.0.0.1 began to answer with 200, but had not ended within 15 s.',
  );
  for (const { attempts } of [hung!, dripped!])
    expect(attempts[0]!.ms).toBeGreaterThanOrEqual(15_000);
});

test('of an endless answer 64 KiB are read and 4 KiB kept, and it counts by its status [webhooks.answer-read]', async () => {
  const hook = await startHook();
  let written = 0;
  const more = Buffer.alloc(65_536, 'x');
  hook.answer((response) => {
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
  const account = await subscriber(service);
  const outcome = await outcomeOf(account, hook.url);
  await account.people(1);
  const { delivery, attempts } = await outcome();
  expect(delivery).toMatchObject({ status: 'delivered', lastStatus: 200 });
  expect(attempts[0]!.answerBody).toBe('x'.repeat(4_096));
  // What the two sockets hold between them was on its way when the connection was dropped.
  expect(written).toBeLessThan(16 * 2 ** 20);
});
