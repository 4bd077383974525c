import { gzipSync } from 'node:zlib';
import { withCsvMistake } from './csv.ts';
import { isObject, type JsonTree, RawJson, writeJson } from './json-tree.ts';
import {
  bodyBytes,
  type RequestAttempt,
  type RequestMistake,
  withHeader,
} from './request-attempt.ts';

const types = [
  'text/plain',
  'text/csv',
  'application/json',
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

export const wrongType: RequestMistake = (attempt, random) => {
  const right = attempt.operation!.body!.type;
  const type = random.pick(['', ...types].filter((each) => each !== right));
  return {
    ...attempt,
    description: `content type ${JSON.stringify(type.slice(0, 40))}`,
    headers: withHeader(attempt, 'Content-Type', ...(type ? [type] : [])),
    expectedStatus: 415,
  };
};

/** The body is optional where all fields are. */
export const noBody: RequestMistake = (attempt) => {
  const { body } = attempt.operation!;
  const headers = attempt.headers.filter(([name]) => name !== 'Content-Type');
  const mustGet = body!.problems({}).length > 0 ? { mustGet: 422 } : {};
  return { ...attempt, description: 'no body', headers, body: null, ...mustGet };
};

export const unexpectedBody: RequestMistake = (attempt, random) => {
  const [type, bytes] = random.pick<[string, string]>([
    ['application/json', '{}'],
    ['application/json', '{"dryRun":true,"__proto__":{}}'],
    ['application/json', '{'],
    ['application/xml', '<a/>'],
    [';;;', 'x'.repeat(300_000)],
  ]);
  return {
    ...attempt,
    description: 'an unexpected body',
    headers: withHeader(attempt, 'Content-Type', type),
    body: { bytes: Buffer.from(bytes) },
  };
};

export const emptyFields: RequestMistake = (attempt, random) => {
  const value = random.pick<JsonTree>([null, '', ' ', [], {}]);
  const fields = Object.keys(attempt.operation!.body!.schema.properties ?? {});
  const some = fields.filter(() => random.chance(0.7));
  return {
    ...attempt,
    description: `fields that are ${JSON.stringify(value)}`,
    body: { tree: Object.fromEntries(some.map((field) => [field, value])) },
  };
};

export const brokenTable: RequestMistake = (attempt, random) => {
  const { description, bytes } = withCsvMistake(bodyBytes(attempt.body)!, random);
  return { ...attempt, description: `a CSV file with ${description}`, body: { bytes } };
};

export const compressedBody: RequestMistake = (attempt) => ({
  ...attempt,
  description: 'a compressed body',
  headers: withHeader(attempt, 'Content-Encoding', 'gzip'),
  body: { bytes: gzipSync(bodyBytes(attempt.body)!) },
  expectedStatus: 415,
});

/** Above the limits of 4 MiB for JSON and 64 MiB for a file. */
export const tooLargeBody: RequestMistake = (attempt, random) => {
  const size = attempt.operation!.body!.type === 'application/json' ? 10_000_000 : 68_000_000;
  return {
    ...attempt,
    description: `a body of ${size / 1e6} MB`,
    body: { bytes: Buffer.alloc(size + random.below(100), 'a') },
    expectedStatus: 413,
  };
};

/** Exactly the maximum size. */
export const maxSizeBody: RequestMistake = (attempt) => {
  const text = writeJson(withPadding(attempt, ''));
  const { maxBytes } = attempt.operation!.body!;
  const remaining = maxBytes - Buffer.byteLength(text);
  return {
    ...attempt,
    description: `a body of ${maxBytes} bytes`,
    body: { tree: withPadding(attempt, 'a'.repeat(Math.max(remaining, 0))) },
  };
};

const withPadding = ({ body }: RequestAttempt, filling: string): JsonTree => ({
  ...(body && 'tree' in body && isObject(body.tree) ? body.tree : {}),
  filling,
});

const unreadableTexts: [string, (text: string) => string | Buffer][] = [
  ['half a body', (text) => text.slice(0, text.length / 2)],
  ['a trailing comma', (text) => text.replace(/\}$/, ',}')],
  ['NaN', (text) => text.replace(/^\{/, '{"x":NaN,')],
  ['single quotes', (text) => text.replace(/^\{/, "{'x':'y',")],
  ['an array', (text) => `[${text}]`],
  ['a text', () => '"text"'],
  ['a number', () => '1e400'],
  ['null', () => 'null'],
  ['100,000 brackets', () => '['.repeat(100_000)],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['an invalid UTF-8 byte', (text) => insertBytes(text, [0xff])],
  ['an overlong sequence', (text) => insertBytes(text, [0xc0, 0x80])],
  ['half a surrogate pair in UTF-8', (text) => insertBytes(text, [0xed, 0xa0, 0x80])],
  ['a cut sequence', (text) => insertBytes(text, [0xe2, 0x82])],
  ['two bodies', (text) => text + text],
];

/** Inserts bytes into the first string of a body. */
const insertBytes = (text: string, bytes: number[]): Buffer => {
  const at = text.indexOf('"') + 1;
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from(bytes),
    Buffer.from(text.slice(at)),
  ]);
};

export const unreadableBody: RequestMistake = (attempt, random) => {
  const [story, change] = random.pick(unreadableTexts);
  const bytes = Buffer.from(change(String(bodyBytes(attempt.body))));
  const isTooLarge = bytes.length > attempt.operation!.body!.maxBytes;
  return {
    ...attempt,
    description: story,
    body: { bytes },
    expectedStatus: isTooLarge ? 413 : 422,
  };
};

const unknownFields: [string, JsonTree][] = [
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
  ['deep', new RawJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['shallow', new RawJson(`${'['.repeat(19)}${']'.repeat(19)}`)],
];

export const unknownField: RequestMistake = (attempt, random) => {
  const [name, value] = random.pick(unknownFields);
  const tree = attempt.body && 'tree' in attempt.body ? attempt.body.tree : {};
  const fields = isObject(tree) ? Object.entries(tree) : [];
  return {
    ...attempt,
    description: `a field called ${JSON.stringify(name.slice(0, 20))}`,
    body: { tree: Object.fromEntries([...fields, [name, value]]) },
  };
};

/** The same field twice: the service may use either, but must answer. */
export const repeatedField: RequestMistake = (attempt, random) => {
  const tree =
    attempt.body && 'tree' in attempt.body && isObject(attempt.body.tree) ? attempt.body.tree : {};
  const name = random.pick(Object.keys(tree).concat('leads'));
  const text = writeJson(tree).replace(
    /^\{/,
    `{${JSON.stringify(name)}:${random.pick(['null', '[]', '1', '"x"'])},`,
  );
  return {
    ...attempt,
    description: `${name} twice`,
    body: { bytes: Buffer.from(text.replace(/,\}$/, '}')) },
  };
};
