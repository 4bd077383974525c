import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startConnectProxy } from '../../../test/connect-proxy.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { httpReceiver, httpsReceiver, tcpReceiver } from '../../../test/test-receiver.ts';
import { Egress } from './egress.ts';

const certificate = selfSignedCertificate('public.example');
tls.setDefaultCACertificates([certificate.cert]);

const turned = false;
const names: Record<string, () => string[]> = {
  'A public.example': () => ['93.184.215.14'],
  'AAAA six.example': () => ['2606:4700:4700::1111'],
  'A mixed.example': () => ['10.0.0.1', '93.184.215.14', '127.0.0.1'],
  'A turning.example': () => (turned ? ['10.0.0.1'] : ['93.184.215.14']),
};
const dns = await startDnsServer((name, type) => names[`${type} ${name}`]?.() ?? []);
const secured = await httpsReceiver(certificate, (_request, response) => response.end('secured'));

const through = (proxy: string, allow: string[] = []) => {
  const egress = new Egress({ allow, proxy, nameServers: [dns.address] });
  afterAll(() => egress.close());
  return (url: string, timeoutMs = 30_000) => egress.request({ url, method: 'GET', timeoutMs });
};

test('the proxy gets the checked address, and TLS verifies the host name', async () => {
  const proxy = await startConnectProxy(secured.port);
  const get = through(proxy.url);
  expect(await get('https://public.example/')).toMatchObject({ status: 200 });
  expect(proxy.targets).toEqual(['93.184.215.14:443']);
  expect(await get('https://six.example:8443/')).toMatchObject({ reason: 'tls' });
  expect(proxy.targets).toEqual(['93.184.215.14:443', '[2606:4700:4700::1111]:8443']);
});

test('plain http also goes through a tunnel, to allowed networks', async () => {
  const receiver = await httpReceiver((request, response) => response.end(request.headers.host));
  const proxy = await startConnectProxy(receiver.port);
  const get = through(proxy.url, ['10.0.0.0/8']);
  expect(await get('http://10.1.2.3/')).toMatchObject({ body: Buffer.from('10.1.2.3') });
  expect(proxy.targets).toEqual(['10.1.2.3:80']);
});

test('a proxy that rejects, hangs or is unreachable is reported without its password', async () => {
  const refusing = await startConnectProxy();
  const withPassword = refusing.url.replace('//', '//user:p%40ss@');
  const refusal = await through(withPassword)('https://public.example/');
  expect(refusal).toMatchObject({
    reason: 'proxy',
    message: "The operator's proxy responded with 502 instead of connecting.",
  });
  expect(refusing.authorization).toEqual([`Basic ${btoa('user:p@ss')}`]);

  const away = await through('http://user:p%40ss@127.0.0.1:1')('https://public.example/');
  expect(away).toMatchObject({ reason: 'proxy' });
  expect(JSON.stringify([refusal, away])).not.toMatch(/user|p@ss|p%40ss/);

  const hanging = await tcpReceiver(() => {});
  const get = through(`http://127.0.0.1:${hanging.port}`);
  expect(await get('https://public.example/', 300)).toMatchObject({ reason: 'timeout' });
});
