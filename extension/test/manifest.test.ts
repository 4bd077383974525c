import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFolder } from '../build.ts';
import { targets } from '../targets.ts';
import { zip } from '../zip.ts';

const read = (file: string) => readFileSync(join(builtFolder, file), 'utf8');

test('the manifest asks for these permissions, and for no site', () => {
  const manifest = JSON.parse(read('manifest.json')) as Record<string, unknown>;
  expect(manifest['permissions']).toEqual([
    'activeTab',
    'alarms',
    'scripting',
    'sidePanel',
    'storage',
  ]);
  // Anything else, such as content scripts or host permissions, must be added here first.
  expect(Object.keys(manifest).toSorted()).toEqual([
    'action',
    'background',
    'commands',
    'content_security_policy',
    'description',
    'icons',
    'manifest_version',
    'minimum_chrome_version',
    'name',
    'permissions',
    'side_panel',
    'storage',
    'version',
  ]);
});

test('the content security policy allows no script from elsewhere, and only https beyond this machine', () => {
  const { content_security_policy: policies } = JSON.parse(read('manifest.json'));
  expect(policies).toEqual({ extension_pages: expect.any(String) });
  const policy = Object.fromEntries(
    (policies.extension_pages as string)
      .split('; ')
      .map((part) => part.split(/ (.*)/s).slice(0, 2)),
  );
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': 'https: http://localhost:* http://127.0.0.1:*',
  });
});

test('the panel’s scripts are smaller than 150 kB compressed', () => {
  const shared = globSync('assets/*.js', { cwd: builtFolder });
  const sizes = ['panel.js', ...shared].map((file) => gzipSync(read(file)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
});

test('the Firefox build asks for the same, without the side panel', () => {
  const { folder } = targets.find(({ name }) => name === 'firefox')!;
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  expect(manifest.permissions).toEqual(['activeTab', 'alarms', 'scripting', 'storage']);
  expect(Object.keys(manifest)).not.toContain('content_scripts');
  expect(Object.keys(manifest)).not.toContain('host_permissions');
  for (const file of ['panel.js', 'background.js', 'read-page.js'])
    expect(readFileSync(join(folder, file), 'utf8')).toBe(read(file));
});

test('the same files give the same zip, byte for byte', () => {
  const files = ['manifest.json', 'panel.js', 'icons/128.png'].map((name) => ({
    name,
    bytes: readFileSync(join(builtFolder, name)),
  }));
  const archive = zip(files);
  expect(zip(files.toReversed()).equals(archive)).toBe(true);
  // The first entry, icons/128.png, after its header of 30 bytes.
  const packed = archive.subarray(30 + 13, 30 + 13 + archive.readUInt32LE(18));
  expect(inflateRawSync(packed).equals(files[2]!.bytes)).toBe(true);
});
