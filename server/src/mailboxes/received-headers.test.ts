import { expect, test } from 'vitest';
import { headersOf, lastHop, reportedSpf } from './received-headers.ts';

const headers = (...lines: string[]) => headersOf(Buffer.from(`${lines.join('\r\n')}\r\n\r\nText`));
const lastHopIn = (...received: string[]) =>
  lastHop(headers(...received.map((value) => `Received: ${value}`)), 'outcrop.example');

const innerHop = 'from localhost (localhost [127.0.0.1]) by mx.receiver.example with LMTP id 1';
const arrivalHop =
  'from out.sender.example (out.sender.example [8.8.4.4])\r\n\tby mx.receiver.example (Postfix) with ESMTPS id 2';
const submissionHop =
  'from outcrop.example (host.example [9.9.9.9]) by out.sender.example with ESMTPSA id 3';

test('the last hop is where the receiving side got the email from', () => {
  expect(lastHopIn(innerHop, arrivalHop, submissionHop)).toEqual({
    ip: '8.8.4.4',
    helo: 'out.sender.example',
  });
});

test.each([
  ['only our own submission', [innerHop, submissionHop]],
  [
    'our own name, without a sign of authentication',
    [
      'from outcrop.example (9.9.9.9) by AM0.mail.example (2603:10a6::1) with Microsoft SMTP Server id 15',
    ],
  ],
  [
    'servers of one operator',
    ['from DB9.eur.prod.outlook.com (2603:10a6:10:1::7) by AM0.eur.prod.outlook.com with HTTPS'],
  ],
  ['private addresses', ['from a.example (a.example [10.0.0.8]) by b.other.example with ESMTP']],
  ['no header at all', []],
])('an email with %s has not left its server', (_, received) => {
  expect(lastHopIn(...received)).toBeNull();
});

test('an IPv6 address is read', () => {
  const received =
    'from a.example (a.example [IPv6:2a00:1450:4864::5]) by mx.other.example with ESMTP';
  expect(lastHopIn(received)).toMatchObject({ ip: '2a00:1450:4864::5' });
});

test.each([
  [
    'mx.example; spf=pass (mx.example: domain of a@acme.com; ok) smtp.mailfrom=a@acme.com',
    'pass',
    'acme.com',
  ],
  [
    'mx.example;\r\n dkim=pass header.d=acme.com;\r\n spf=softfail smtp.mailfrom="Acme.com"',
    'softfail',
    'acme.com',
  ],
  ['mx.example; spf=none', 'none', null],
])('SPF is read from Authentication-Results: %s', (value, result, domain) => {
  expect(reportedSpf(headers(`Authentication-Results: ${value}`))).toEqual({ result, domain });
});

test('a comment about SPF is not a result', () => {
  expect(
    reportedSpf(headers('Authentication-Results: mx.example (a; spf=pass) ; dkim=none')),
  ).toBeNull();
});
