import { basePath } from '@outcrop/contract';
import { requestHead } from './raw-http.ts';

/** JSON bodies of about the given size that are expensive for a naive parser. */
export const hostileBodies: Record<string, (bytes: number) => string> = {
  'endless combining marks': (bytes) => `{"email":"a${'\u0301\u0316'.repeat(bytes / 4)}"}`,
  'marks in runs just below the limit': (bytes) => texts(bytes, `a${'\u0301\u0316'.repeat(15)}`),
  'marks in texts that fit': (bytes) =>
    `{${pieces(bytes, 60_100, (n) => `"${n}":"a${'\u0301\u0316'.repeat(15_000)}"`)}}`,
  'many fields': (bytes) => `{${pieces(bytes, 12, (n) => `"k${n}":1`)}}`,
  'many NULs': (bytes) => `{${pieces(bytes, 18, (n) => `"k${n}":"\\u0000"`)}}`,
  'many halves of surrogate pairs': (bytes) => `{${pieces(bytes, 18, (n) => `"k${n}":"\\ud800"`)}}`,
  'as many NULs as are allowed': (bytes) => {
    const each = Math.max(24, Math.ceil(bytes / 4_900));
    return `{${pieces(bytes, each, (n) => `"${`${n}`.padEnd(each - 12, 'k')}":"\\u0000"`)}}`;
  },
  'deep nesting': (bytes) => `{"a":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`,
  'an endless name': (bytes) => `{"${'n'.repeat(bytes)}":1}`,
  'an endless text': (bytes) => `{"name":"${'x'.repeat(bytes)}"}`,
  'endless white space in a text': (bytes) => `{"name":"a${' '.repeat(bytes)}b"}`,
  'endless white space': (bytes) => `{"name"${' '.repeat(bytes)}x}`,
  escapes: (bytes) => `{"name":"${'\\u0041'.repeat(bytes / 6)}"}`,
  'no JSON': (bytes) => `{"name":"${'\\n'.repeat(bytes / 2)}`,
  'leads with huge unknown fields': (bytes) =>
    `{"leads":[${Array.from({ length: 100 }, (_, n) => `{"email":"a@${n}.example","about":"${'é'.repeat(Math.max(0, bytes / 200 - 40))}"}`).join()}]}`,
  'leads of hosts of dots': (bytes) =>
    `{"leads":[${Array.from({ length: 100 }, () => `{"linkedinUrl":"https://${'.'.repeat(Math.max(0, Math.min(2_000, bytes / 110 - 40)))}b"}`).join()}]}`,
  'leads of hostile addresses': (bytes) =>
    `{"leads":[${Array.from({ length: 100 }, () => `{"email":"${'@'.repeat(bytes / 220)}","linkedinUrl":"${'%CC%81%CC%96'.repeat(bytes / 2_640)}"}`).join()}]}`,
};

const pieces = (bytes: number, each: number, piece: (n: number) => string): string =>
  Array.from({ length: Math.floor(bytes / each) }, (_, n) => piece(n)).join();

const texts = (bytes: number, text: string): string =>
  `{"name":"${text.repeat(bytes / Buffer.byteLength(text))}"}`;

/** Query strings. The request head is limited to 16 KiB. */
export const hostileQueries: Record<string, (bytes: number) => string> = {
  'endless combining marks': (bytes) => `q=a${'%CC%81%CC%96'.repeat(bytes / 12)}`,
  'percent signs': (bytes) => `q=${'%25'.repeat(bytes / 3)}`,
  'broken percent signs': (bytes) => `q=${'%E0%A4'.repeat(bytes / 6)}`,
  'many parameters': (bytes) => 'a=1&'.repeat(bytes / 4),
  'an unknown parameter': (bytes) => `${'q'.repeat(bytes)}=1`,
  'many words': (bytes) => `q=${'a+'.repeat(bytes / 2)}`,
};

/** A complete POST request, as raw HTTP. */
export const rawPost = (
  path: string,
  body: string,
  headers: Record<string, string>,
): [string, Buffer] => {
  const bytes = Buffer.from(body);
  return [
    requestHead('POST', path, {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.length),
    }),
    bytes,
  ];
};

export const signInPath = `${basePath.manage}/sign-in`;
export const listsPath = `${basePath.manage}/lists`;
