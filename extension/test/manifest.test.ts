import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFolder } from '../build.ts';

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

test('the panel’s script is smaller than 150 kB compressed', () => {
  expect(gzipSync(read('panel.js')).length).toBeLessThan(150_000);
});
