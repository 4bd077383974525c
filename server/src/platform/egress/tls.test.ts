import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { httpReceiver, httpsReceiver, tcpReceiver } from '../../../test/test-receiver.ts';
import { Egress } from './egress.ts';

const trusted = selfSignedCertificate('trusted.example');
tls.setDefaultCACertificates([trusted.cert]);

const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterAll(() => egress.close());
const get = (host: string, port: number, timeoutMs = 30_000) =>
  egress.request({ url: `https://${host}:${port}/`, method: 'GET', timeoutMs });

let requests = 0;
const answer = (_request: unknown, response: { end: (text: string) => void }) => {
  requests += 1;
  response.end('secured');
};

test('a trusted certificate is accepted for its own name only', async () => {
  const { port } = await httpsReceiver(trusted, answer);
  expect(await get('trusted.example', port)).toMatchObject({ status: 200 });
  expect(await get('trusted.example', port)).toMatchObject({ body: Buffer.from('secured') });
  const before = requests;
  for (const host of ['other.example', '127.0.0.1'])
    expect(await get(host, port)).toMatchObject({
      reason: 'tls',
      message: `The certificate of ${host} was rejected: it is for another name.`,
    });
  expect(requests).toBe(before);
});

test('a self-signed certificate is rejected, and nothing is sent to its host', async () => {
  const receiver = await httpsReceiver(selfSignedCertificate('trusted.example'), answer);
  const before = requests;
  expect(await get('trusted.example', receiver.port)).toMatchObject({
    answered: false,
    reason: 'tls',
    message: 'The certificate of trusted.example was rejected: it is self-signed.',
  });
  expect(receiver.connections).toBe(1);
  expect(requests).toBe(before);
  await expect.poll(receiver.openConnections).toBe(0);
});

test('a host without TLS is distinguished from a silent one', async () => {
  const plain = await httpReceiver(answer);
  expect(await get('trusted.example', plain.port)).toMatchObject({ reason: 'tls' });
  const silent = await tcpReceiver(() => {});
  const outcome = await get('trusted.example', silent.port, 300);
  expect(outcome).toMatchObject({ reason: 'timeout' });
});
