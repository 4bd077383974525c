import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packagesBelow, writeNotice } from './notice.ts';

const mit = { license: 'MIT', texts: ['Permission is granted'] };

test('nested and scoped packages of all workspaces are found, with the texts of their licenses', () => {
  const root = mkdtempSync(join(tmpdir(), 'outcrop-notice-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (path: string, manifest: object, files: Record<string, string> = {}) => {
    mkdirSync(join(root, path), { recursive: true });
    const all = { 'package.json': JSON.stringify(manifest), ...files };
    for (const [file, text] of Object.entries(all)) writeFileSync(join(root, path, file), text);
  };
  add(
    'node_modules/a',
    { name: 'a', version: '1.0.0', license: 'MIT' },
    { LICENSE: 'Text of a\n' },
  );
  add('node_modules/a/dist', { type: 'module' });
  add('node_modules/a/node_modules/@b/c', { name: '@b/c', version: '2.0.0', license: 'ISC' });
  add(
    'server/node_modules/d',
    { name: 'd', version: '3.0.0', license: '0BSD' },
    { 'license.md': 'D' },
  );
  expect(packagesBelow(root)).toEqual([
    { name: '@b/c', version: '2.0.0', license: 'ISC', texts: [] },
    { name: 'a', version: '1.0.0', license: 'MIT', texts: ['Text of a'] },
    { name: 'd', version: '3.0.0', license: '0BSD', texts: ['D'] },
  ]);
});

test('packages with the same text share it', () => {
  const text = writeNotice([
    { name: 'a', version: '1.0.0', ...mit },
    { name: 'b', version: '2.0.0', ...mit },
  ]);
  expect(text).toContain('a 1.0.0 (MIT)\nb 2.0.0 (MIT)\n\nPermission is granted');
});

test('a license that is not permissive is refused', () => {
  const packages = [{ name: 'a', version: '1.0.0', ...mit, license: 'AGPL-3.0' }];
  expect(() => writeNotice(packages)).toThrow('Not known as permissive: a (AGPL-3.0)');
});
