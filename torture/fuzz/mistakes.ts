import { gzipSync } from 'node:zlib';
import { basePath } from '@outcrop/contract';
import { makeToken } from '../../server/src/accounts/token.ts';
import { type Attempt, bodyBytes, isObject, Raw, type Tree, write } from './attempt.ts';
import type { Dice } from './dice.ts';
import { type Operation, operations } from './document.ts';
import { filled, hostileTexts } from './hostile-text.ts';

export type Mistake = (attempt: Attempt, dice: Dice) => Attempt;

const withHeader = (attempt: Attempt, name: string, ...values: string[]): [string, string][] => [
  ...attempt.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()),
  ...values.map((value): [string, string] => [name, value]),
];

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
    headers: withHeader(attempt, 'Authorization', ...values),
    mustGet: 401,
  };
};

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
]
  .concat(
    'application/jsonp',
    'multipart/form-data; boundary=x',
    ';;;',
    'application/json, text/plain',
  )
  .concat('application/vnd.api+json', `application/${'j'.repeat(2_000)}`);

export const wrongType: Mistake = (attempt, dice) => {
  const type = dice.pick(['', ...types]);
  return {
    ...attempt,
    story: `content type ${JSON.stringify(type.slice(0, 40))}`,
    headers: withHeader(attempt, 'Content-Type', ...(type ? [type] : [])),
    mustGet: 415,
  };
};

export const compressed: Mistake = (attempt) => ({
  ...attempt,
  story: 'a compressed body',
  headers: withHeader(attempt, 'Content-Encoding', 'gzip'),
  body: { bytes: gzipSync(bodyBytes(attempt.body)!) },
  mustGet: 415,
});

/** More than the 4 MiB that are read. */
export const tooLarge: Mistake = (attempt, dice) => ({
  ...attempt,
  story: 'a body of 10 MB',
  body: { bytes: Buffer.alloc(10_000_000 + dice.below(100), 'a') },
  mustGet: 413,
});

/** As much as is read, and not one byte more. */
export const asLargeAsCanBe: Mistake = (attempt) => {
  const text = write(filledUp(attempt, ''));
  const room = 4 * 2 ** 20 - Buffer.byteLength(text);
  return {
    ...attempt,
    story: 'a body of 4 MiB',
    body: { tree: filledUp(attempt, 'a'.repeat(room)) },
  };
};

const filledUp = ({ body }: Attempt, filling: string): Tree => ({
  ...(body && 'tree' in body && isObject(body.tree) ? body.tree : {}),
  filling,
});

const unreadable: [string, (text: string) => string | Buffer][] = [
  ['no body', () => ''],
  ['half a body', (text) => text.slice(0, text.length / 2)],
  ['a trailing comma', (text) => text.replace(/\}$/, ',}')],
  ['NaN', (text) => text.replace(/^\{/, '{"x":NaN,')],
  ['single quotes', (text) => text.replaceAll('"', "'")],
  ['an array', (text) => `[${text}]`],
  ['a text', () => '"text"'],
  ['a number', () => '1e400'],
  ['null', () => 'null'],
  ['100,000 brackets', () => '['.repeat(100_000)],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['a byte that is no UTF-8', (text) => insert(text, [0xff])],
  ['an overlong sequence', (text) => insert(text, [0xc0, 0x80])],
  ['half a surrogate pair in UTF-8', (text) => insert(text, [0xed, 0xa0, 0x80])],
  ['a cut sequence', (text) => insert(text, [0xe2, 0x82])],
  ['two bodies', (text) => text + text],
];

/** Puts bytes into the first text of a body. */
const insert = (text: string, bytes: number[]): Buffer => {
  const at = text.indexOf('"') + 1;
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from(bytes),
    Buffer.from(text.slice(at)),
  ]);
};

export const unreadableBody: Mistake = (attempt, dice) => {
  const [story, change] = dice.pick(unreadable);
  const bytes = Buffer.from(change(String(bodyBytes(attempt.body))));
  return { ...attempt, story, body: { bytes }, mustGet: 422 };
};

const strangers: [string, Tree][] = [
  ['__proto__', { isAdmin: true, dryRun: true }],
  ['constructor', { prototype: { polluted: true } }],
  ['prototype', null],
  ['hasOwnProperty', 1],
  ['toString', 'x'],
  ['workspaceId', '00000000-0000-4000-8000-000000000000'],
  ['DRYRUN', true],
  ['', 1],
  ['\0', 1],
  ['\ud800', 1],
  ['a'.repeat(5_000), 1],
  ['deep', new Raw(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['shallow', new Raw(`${'['.repeat(19)}${']'.repeat(19)}`)],
];

export const unknownField: Mistake = (attempt, dice) => {
  const [name, value] = dice.pick(strangers);
  const tree = attempt.body && 'tree' in attempt.body ? attempt.body.tree : {};
  const fields = isObject(tree) ? Object.entries(tree) : [];
  return {
    ...attempt,
    story: `a field called ${JSON.stringify(name.slice(0, 20))}`,
    body: { tree: Object.fromEntries([...fields, [name, value]]) },
  };
};

/** The same name twice in the body: what counts is for the service to say, but it must say something. */
export const repeatedField: Mistake = (attempt, dice) => {
  const tree =
    attempt.body && 'tree' in attempt.body && isObject(attempt.body.tree) ? attempt.body.tree : {};
  const name = dice.pick(Object.keys(tree).concat('leads'));
  const text = write(tree).replace(
    /^\{/,
    `{${JSON.stringify(name)}:${dice.pick(['null', '[]', '1', '"x"'])},`,
  );
  return {
    ...attempt,
    story: `${name} twice`,
    body: { bytes: Buffer.from(text.replace(/,\}$/, '}')) },
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
  // HEAD is answered like GET, but for the body.
  const meant = method === 'HEAD' ? 'GET' : method;
  return {
    ...attempt,
    story: `the method ${method}`,
    method,
    operation:
      operations.find((each) => each.path === attempt.path && each.method === meant) ?? null,
    body: method === 'HEAD' || method === 'OPTIONS' ? null : attempt.body,
    hasOddHead: true,
  };
};

const paths: ((operation: Operation) => string)[] = [
  ({ path }) => `${path}/`,
  ({ path }) => `${path}/x`,
  ({ path }) => path.toUpperCase(),
  ({ path }) => path.replace('/v1/', '/v2/'),
  ({ path }) => path.replace('/ext/', '//ext/'),
  ({ path }) => path.replace('/ext/', '/ext/../ext/'),
  ({ path }) => `${path}%00`,
  ({ path }) => `${path}%`,
  ({ path }) => `${path}%ff`,
  ({ path }) => `${path};x=1`,
  ({ path }) => path.slice(1),
  () => basePath.ext,
  () => `${basePath.ext}/__proto__`,
  () => `${basePath.ext}/${'a'.repeat(3_000)}`,
  () => `${basePath.ext}/${'../'.repeat(50)}etc/passwd`,
  () => '*',
  () => '/',
  () => '//',
  () => '/readyz/',
];

export const oddPath: Mistake = (attempt, dice) => ({
  ...attempt,
  story: 'an odd path',
  operation: null,
  path: dice.pick(paths)(attempt.operation!),
  hasOddHead: true,
});
