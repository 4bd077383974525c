import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientLibrariesIn, foreignBytes } from './foreign-bytes.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync('server/src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$/.test(file),
);

test('the server uses client libraries only where the list says what bounds their bytes', () => {
  const found = sources.flatMap((file) => {
    const libraries = clientLibrariesIn(readFileSync(join(root, file), 'utf8'));
    return libraries.length === 0 ? [] : [[file, libraries] as const];
  });
  const listed = foreignBytes.filter(({ libraries }) => libraries.length > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(listed.map(({ file, libraries }) => [file, [...libraries].sort()])),
  );
});

test('each place of the list exists, once', () => {
  const files = foreignBytes.map(({ file }) => file);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test.each([
  ["import { connect } from 'node:net';", ['node:net']],
  ["import { isIP, connect as open } from 'node:net';", ['node:net']],
  ["import net from 'node:net';", ['node:net']],
  ["import * as tls from 'tls';", ['tls']],
  ["import {\n  ImapFlow,\n  type ListResponse,\n} from 'imapflow';", ['imapflow']],
  ["const { connect } = await import('node:tls');", ['node:tls']],
  ["import 'undici';", ['undici']],
  ['const page = await fetch(url);', ['fetch']],
  ['const socket = new WebSocket(url);', ['WebSocket']],
  ["import { isIP, type Socket } from 'node:net';", []],
  ["import type { Socket } from 'node:net';", []],
  ["import { createServer } from 'node:http';", []],
  ['for await (const row of session.fetch(range)) count++;', []],
  ['// as with fetch(url)', []],
])('%j uses %j', (source, libraries) => {
  expect(clientLibrariesIn(source)).toEqual(libraries);
});
