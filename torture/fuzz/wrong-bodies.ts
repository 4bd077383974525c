import { gzipSync } from 'node:zlib';
import {
  type Attempt,
  bodyBytes,
  isObject,
  type Mistake,
  Raw,
  type Tree,
  withHeader,
  write,
} from './attempt.ts';
import { mishapIn } from './csv.ts';

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

export const wrongType: Mistake = (attempt, dice) => {
  const right = attempt.operation!.body!.type;
  const type = dice.pick(['', ...types].filter((each) => each !== right));
  return {
    ...attempt,
    story: `content type ${JSON.stringify(type.slice(0, 40))}`,
    headers: withHeader(attempt, 'Content-Type', ...(type ? [type] : [])),
    mustGet: 415,
  };
};

/** Where every field may be left out, so may the body. */
export const noBody: Mistake = (attempt) => {
  const { body } = attempt.operation!;
  const headers = attempt.headers.filter(([name]) => name !== 'Content-Type');
  const mustGet = body!.problems({}).length > 0 ? { mustGet: 422 } : {};
  return { ...attempt, story: 'no body', headers, body: null, ...mustGet };
};

/** A body where none belongs. */
export const uncalledFor: Mistake = (attempt, dice) => {
  const [type, bytes] = dice.pick<[string, string]>([
    ['application/json', '{}'],
    ['application/json', '{"dryRun":true,"__proto__":{}}'],
    ['application/json', '{'],
    ['application/xml', '<a/>'],
    [';;;', 'x'.repeat(300_000)],
  ]);
  return {
    ...attempt,
    story: 'a body where none belongs',
    headers: withHeader(attempt, 'Content-Type', type),
    body: { bytes: Buffer.from(bytes) },
  };
};

/** Every field emptied, each in the same way. */
export const emptied: Mistake = (attempt, dice) => {
  const value = dice.pick<Tree>([null, '', ' ', [], {}]);
  const fields = Object.keys(attempt.operation!.body!.schema.properties ?? {});
  const some = fields.filter(() => dice.chance(0.7));
  return {
    ...attempt,
    story: `fields that are ${JSON.stringify(value)}`,
    body: { tree: Object.fromEntries(some.map((field) => [field, value])) },
  };
};

export const brokenTable: Mistake = (attempt, dice) => {
  const { story, bytes } = mishapIn(bodyBytes(attempt.body)!, dice);
  return { ...attempt, story: `a table with ${story}`, body: { bytes } };
};

export const compressed: Mistake = (attempt) => ({
  ...attempt,
  story: 'a compressed body',
  headers: withHeader(attempt, 'Content-Encoding', 'gzip'),
  body: { bytes: gzipSync(bodyBytes(attempt.body)!) },
  mustGet: 415,
});

/** More than the 4 MiB of JSON that are read at most, or the 64 of a file. */
export const tooLarge: Mistake = (attempt, dice) => {
  const size = attempt.operation!.body!.type === 'application/json' ? 10_000_000 : 68_000_000;
  return {
    ...attempt,
    story: `a body of ${size / 1e6} MB`,
    body: { bytes: Buffer.alloc(size + dice.below(100), 'a') },
    mustGet: 413,
  };
};

/** As much as is read, and not one byte more. */
export const asLargeAsCanBe: Mistake = (attempt) => {
  const text = write(filledUp(attempt, ''));
  const { maxBytes } = attempt.operation!.body!;
  const room = maxBytes - Buffer.byteLength(text);
  return {
    ...attempt,
    story: `a body of ${maxBytes} bytes`,
    body: { tree: filledUp(attempt, 'a'.repeat(Math.max(room, 0))) },
  };
};

const filledUp = ({ body }: Attempt, filling: string): Tree => ({
  ...(body && 'tree' in body && isObject(body.tree) ? body.tree : {}),
  filling,
});

const unreadable: [string, (text: string) => string | Buffer][] = [
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
  const isTooLarge = bytes.length > attempt.operation!.body!.maxBytes;
  return { ...attempt, story, body: { bytes }, mustGet: isTooLarge ? 413 : 422 };
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
