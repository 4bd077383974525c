import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type LockFile,
  missingPlatforms,
  platformOf,
  unsafeEntries,
  withPlatforms,
} from './lock-platforms.ts';

const committed = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as LockFile;

test.each([
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@oxlint/binding-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@oxlint/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@oxlint-tsgolint/darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@rolldown/binding-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
  ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ['fsevents', undefined],
  ['bufferutil', undefined],
])('%s has the platform of its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('the platform by name matches the one that npm knows', () => {
  const known = Object.entries(committed.packages).filter(([, entry]) => entry.integrity);
  const compared = known.flatMap(([path, { os, cpu }]) => {
    const byName = platformOf(path);
    return os && byName ? [[path, { os, cpu }, { os: byName.os, cpu: byName.cpu }] as const] : [];
  });
  expect(compared.length).toBeGreaterThan(20);
  for (const [path, real, byName] of compared) expect(byName, path).toEqual(real);
});

test('the lock file has every platform and no registry URL, and every other package has a hash', () => {
  expect(missingPlatforms(committed)).toEqual([]);
  expect(unsafeEntries(committed)).toEqual([]);
});

test('missing entries are added once, in the order of npm, and marked like their parent', () => {
  const optionalDependencies = {
    '@tool/linux-x64': '1.0.0',
    '@tool/darwin-x64': '1.0.0',
    ws: '^8',
  };
  const lock = {
    packages: {
      '': {},
      'node_modules/@tool/linux-x64': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/tool': { dev: true, integrity: 'sha512-y', optionalDependencies },
    },
  };
  const whole = withPlatforms(lock, missingPlatforms(lock));
  expect(Object.keys(whole.packages)[1]).toBe('node_modules/@tool/darwin-x64');
  expect(whole.packages['node_modules/@tool/darwin-x64']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  });
  expect(missingPlatforms(whole)).toEqual([]);
});

test.each([
  ['a registry', { integrity: 'sha512-x', resolved: 'https://registry.example/a.tgz' }],
  ['no hash', { version: '1.0.0' }],
  ['no hash although it is optional', { version: '1.0.0', optional: true }],
])('an entry with %s is reported', (_, entry) => {
  expect(unsafeEntries({ packages: { 'node_modules/a': entry } })).toHaveLength(1);
});
