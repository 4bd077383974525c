import { basePath } from '@outcrop/contract';
import { generateToken } from '../../server/src/core/tokens/access-token.ts';
import { hostileTexts, textOfLength } from './hostile-text.ts';
import { operationAt } from './paths.ts';
import type { Random } from './random.ts';
import { type RequestAttempt, type RequestMistake, withHeader } from './request-attempt.ts';

const tokens: [string, (real: string, random: Random) => string[]][] = [
  ['no token', () => []],
  ['an empty token', () => ['']],
  ['a token without Bearer', (real) => [real]],
  ['a token as a password', (real) => [`Basic ${Buffer.from(`x:${real}`).toString('base64')}`]],
  ['a token one character short', (real) => [`Bearer ${real.slice(0, -1)}`]],
  ['an unknown token', () => [`Bearer ${generateToken('a')}`]],
  ['a token of another cell', () => [`Bearer ${generateToken('b')}`]],
  ['two tokens in one', (real) => [`Bearer ${real} ${real}`]],
  ['a hostile token', (_, random) => [`Bearer ${headerText(random.pick(hostileTexts))}`]],
  ['a token of 4,000 characters', () => [`Bearer oc_a_${'A'.repeat(4_000)}_000000`]],
];

export const wrongToken: RequestMistake = (attempt, random) => {
  const [story, make] = random.pick(tokens);
  const values = make(attempt.caller!.token, random);
  return {
    ...attempt,
    description: story,
    headers: withHeader(
      { ...attempt, headers: withHeader(attempt, 'Cookie') },
      'Authorization',
      ...values,
    ),
    expectedStatus: 401,
  };
};

const unusualHeaders: [string, (random: Random) => [string, string][]][] = [
  ['no Host', () => [['Host', '']]],
  [
    'two Hosts',
    () => [
      ['Host', 'a.example'],
      ['Host', 'b.example'],
    ],
  ],
  ['a method override', () => [['X-HTTP-Method-Override', 'DELETE']]],
  ['an expectation', (random) => [['Expect', random.pick(['100-continue', 'the unexpected'])]]],
  [
    'an upgrade',
    () => [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ],
  ],
  [
    'a chosen correlation id',
    () => [
      ['X-Correlation-Id', 'mine'],
      ['X-Request-Id', 'mine'],
    ],
  ],
  ['a control character', () => [['X-Odd', 'a\x01b']]],
  ['bytes beyond ASCII', () => [['X-Odd', '\xff\xfe\x80']]],
  ['a blank in a name', () => [['X Odd', 'x']]],
  ['20,000 bytes of headers', () => [['X-Odd', 'x'.repeat(20_000)]]],
  ['300 headers', () => Array.from({ length: 300 }, (_, n) => [`X-${n}`, 'x'])],
  [
    'a foreign origin',
    () => [
      ['Origin', 'https://evil.example'],
      ['Cookie', 'session=1'],
    ],
  ],
  [
    'an Accept header for XML',
    () => [
      ['Accept', 'application/xml'],
      ['Accept-Encoding', 'br, gzip;q=0'],
    ],
  ],
];

export const unusualHeader: RequestMistake = (attempt, random) => {
  const [story, make] = random.pick(unusualHeaders);
  return {
    ...attempt,
    description: story,
    headers: [...attempt.headers, ...make(random)],
    hasUnusualHead: true,
  };
};

const keys: ((random: Random) => string[])[] = [
  () => [''],
  () => ['a'.repeat(255)],
  () => ['a'.repeat(256)],
  () => ['a'.repeat(9_000)],
  () => ['two', 'keys'],
  () => ['"quoted"; x=1'],
  () => ['\xe9\xff'],
  () => ['\t'],
  (random) => [headerText(random.pick(hostileTexts))],
  (random) => [headerText(textOfLength(255, random))],
];

export const unusualIdempotencyKey: RequestMistake = (attempt, random) => ({
  ...attempt,
  description: 'an unusual Idempotency-Key',
  headers: withHeader(attempt, 'Idempotency-Key', ...random.pick(keys)(random)),
  hasUnusualHead: true,
});

/** Removes what cannot be part of a header. */
const headerText = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');

const methods = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
  'CONNECT',
  'NONSENSE',
];

export const unusualMethod: RequestMistake = (attempt, random) => {
  const method = random.pick([...methods, 'GET', 'POST']);
  return {
    ...attempt,
    description: `the method ${method}`,
    method,
    operation: operationAt(method, attempt.path),
    body: method === 'HEAD' || method === 'OPTIONS' ? null : attempt.body,
    hasUnusualHead: true,
  };
};

const paths: ((attempt: RequestAttempt, base: string) => string)[] = [
  ({ path }) => `${path}/`,
  ({ path }) => `${path}/x`,
  ({ path }) => path.toUpperCase(),
  ({ path }) => path.replace('/v1/', '/v2/'),
  ({ path }, base) => path.replace(base, `/${base}`),
  ({ path }, base) => path.replace(base, `${base}/../${base.split('/').at(-1)}`),
  ({ path }) => `${path}%00`,
  ({ path }) => `${path}%`,
  ({ path }) => `${path}%ff`,
  ({ path }) => `${path};x=1`,
  ({ path }) => path.slice(1),
  ({ path }) => path.replace(basePath.manage, basePath.ext),
  ({ path }) => path.replace(basePath.ext, basePath.manage),
  (_, base) => base,
  (_, base) => `${base}/__proto__`,
  (_, base) => `${base}/${'a'.repeat(3_000)}`,
  (_, base) => `${base}/${'../'.repeat(50)}etc/passwd`,
  () => '*',
  () => '/',
  () => '//',
  () => '/readyz/',
];

export const unusualPath: RequestMistake = (attempt, random) => {
  const path = random.pick(paths)(attempt, basePath[attempt.operation!.api]);
  return {
    ...attempt,
    description: 'an unusual path',
    operation: operationAt(attempt.method, path),
    path,
    hasUnusualHead: true,
  };
};
