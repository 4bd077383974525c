import { basePath } from '@outcrop/contract';
import { makeToken } from '../../server/src/accounts/token.ts';
import { type Attempt, type Mistake, withHeader } from './attempt.ts';
import type { Dice } from './dice.ts';
import { filled, hostileTexts } from './hostile-text.ts';
import { operationAt } from './paths.ts';

const tokens: [string, (real: string, dice: Dice) => string[]][] = [
  ['no token', () => []],
  ['an empty token', () => ['']],
  ['a token without Bearer', (real) => [real]],
  ['a token as a password', (real) => [`Basic ${Buffer.from(`x:${real}`).toString('base64')}`]],
  ['a token one character short', (real) => [`Bearer ${real.slice(0, -1)}`]],
  ['a token of nobody', () => [`Bearer ${makeToken('a')}`]],
  ['a token of another cell', () => [`Bearer ${makeToken('b')}`]],
  ['two tokens in one', (real) => [`Bearer ${real} ${real}`]],
  ['a hostile token', (_, dice) => [`Bearer ${oneLine(dice.pick(hostileTexts))}`]],
  ['a token of 4,000 characters', () => [`Bearer oc_a_${'A'.repeat(4_000)}_000000`]],
];

export const wrongToken: Mistake = (attempt, dice) => {
  const [story, make] = dice.pick(tokens);
  const values = make(attempt.caller!.token, dice);
  return {
    ...attempt,
    story,
    headers: withHeader(
      { ...attempt, headers: withHeader(attempt, 'Cookie') },
      'Authorization',
      ...values,
    ),
    mustGet: 401,
  };
};

const oddHeaders: [string, (dice: Dice) => [string, string][]][] = [
  ['no Host', () => [['Host', '']]],
  [
    'two Hosts',
    () => [
      ['Host', 'a.example'],
      ['Host', 'b.example'],
    ],
  ],
  ['a chosen method', () => [['X-HTTP-Method-Override', 'DELETE']]],
  ['an expectation', (dice) => [['Expect', dice.pick(['100-continue', 'the unexpected'])]]],
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
    'a far origin',
    () => [
      ['Origin', 'https://evil.example'],
      ['Cookie', 'session=1'],
    ],
  ],
  [
    'a wish for XML',
    () => [
      ['Accept', 'application/xml'],
      ['Accept-Encoding', 'br, gzip;q=0'],
    ],
  ],
];

export const oddHeader: Mistake = (attempt, dice) => {
  const [story, make] = dice.pick(oddHeaders);
  return { ...attempt, story, headers: [...attempt.headers, ...make(dice)], hasOddHead: true };
};

const keys: ((dice: Dice) => string[])[] = [
  () => [''],
  () => ['a'.repeat(255)],
  () => ['a'.repeat(256)],
  () => ['a'.repeat(9_000)],
  () => ['two', 'keys'],
  () => ['"quoted"; x=1'],
  () => ['\xe9\xff'],
  () => ['\t'],
  (dice) => [oneLine(dice.pick(hostileTexts))],
  (dice) => [oneLine(filled(255, dice))],
];

export const oddKey: Mistake = (attempt, dice) => ({
  ...attempt,
  story: 'an odd Idempotency-Key',
  headers: withHeader(attempt, 'Idempotency-Key', ...dice.pick(keys)(dice)),
  hasOddHead: true,
});

/** What of a text can stand in a header without ending it. */
const oneLine = (text: string): string =>
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

export const oddMethod: Mistake = (attempt, dice) => {
  const method = dice.pick([...methods, 'GET', 'POST']);
  return {
    ...attempt,
    story: `the method ${method}`,
    method,
    operation: operationAt(method, attempt.path),
    body: method === 'HEAD' || method === 'OPTIONS' ? null : attempt.body,
    hasOddHead: true,
  };
};

const paths: ((attempt: Attempt, base: string) => string)[] = [
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

export const oddPath: Mistake = (attempt, dice) => {
  const path = dice.pick(paths)(attempt, basePath[attempt.operation!.api]);
  return {
    ...attempt,
    story: 'an odd path',
    operation: operationAt(attempt.method, path),
    path,
    hasOddHead: true,
  };
};
