import { expect, test } from 'vitest';
import { httpReceiver } from '../test-receiver.ts';
import { setUpWebhooks, webhooksClient } from './webhooks-client.ts';

// The operator allows one network, and the receiver listens in another on the same machine.
const { service, startWorker } = await setUpWebhooks({ EGRESS_ALLOW: ['127.1.0.0/16'] });
await startWorker();
let forbiddenReceiver: Awaited<ReturnType<typeof httpReceiver>>;

test('a webhook never connects to an address that is not allowed, whatever URL is registered', async () => {
  forbiddenReceiver = await httpReceiver((_request, response) => response.end(), {
    host: '0.0.0.0',
  });
  const { port } = forbiddenReceiver;
  const account = await webhooksClient(service);
  const literals = [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0.0.0.0:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://[fd00::1]/',
    'https://user:secret@receiver.example/',
    'ftp://receiver.example/',
    'file:///etc/passwd',
    'receiver.example',
  ];
  for (const url of literals) {
    const { status, error } = await account.ask('POST', '/webhooks', {
      body: { url, events: ['*'] },
    });
    expect(status, url).toBe(422);
    expect(error.fieldErrors.url[0]).toMatch(/^cannot be called: /);
  }
  const { webhook } = await account.register(`http://127.1.2.3:${port}/`);
  expect(
    (await account.ask('PATCH', `/webhooks/${webhook.id}`, { body: { url: literals[0] } })).status,
  ).toBe(422);

  // A name that resolves to this machine, which is only known when connecting.
  const { webhook: named } = await account.register(`http://localhost:${port}/`);
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  const [refused] = await account.waitForDeliveries(named.id, ({ attempts }) => attempts > 0);
  expect(refused).toMatchObject({
    lastStatus: null,
    lastProblem: expect.stringContaining('localhost'),
  });
  expect(forbiddenReceiver.connections).toBe(1);
});
