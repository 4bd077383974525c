import { expect, test } from 'vitest';
import { cutChangelog, type ReleaseFiles, versionProblems, withVersion } from './versions.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A list.\n';
const released = cutChangelog(changelog, '0.2.0', '2026-12-01');

test('a release moves what is unreleased under its version and keeps an empty heading', () => {
  expect(released).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- A list.\n',
  );
});

test('a version is released once, and only with changes', () => {
  expect(() => cutChangelog(released, '0.2.0', '2026-12-02')).toThrow('already has 0.2.0');
  expect(() => cutChangelog(released, '0.3.0', '2026-12-02')).toThrow('nothing to release');
  expect(() => cutChangelog('# Changelog\n', '0.3.0', '2026-12-02')).toThrow('no heading');
});

const manifest = {
  version: '0.1.0',
  dependencies: { '@outcrop/contract': '0.1.0', zod: '4.6.7' },
  devDependencies: { '@outcrop/client': '0.1.0' },
};
const updated = {
  version: '0.2.0',
  dependencies: { '@outcrop/contract': '0.2.0', zod: '4.6.7' },
  devDependencies: { '@outcrop/client': '0.2.0' },
};

test('a package and the packages of ours that it uses get the same version', () => {
  expect(withVersion(manifest, '0.2.0')).toEqual(updated);
});

const consistent: ReleaseFiles = {
  version: '0.2.0',
  manifests: { 'client/package.json': updated },
  changelog: released,
  releases: ['0.1.0', '0.2.0'],
};

test('consistent versions have no problems', () => {
  expect(versionProblems(consistent)).toEqual([]);
});

test.each<[string, Partial<ReleaseFiles>]>([
  [
    'client/package.json names another version than 0.2.0',
    {
      manifests: {
        'client/package.json': { ...updated, devDependencies: manifest.devDependencies },
      },
    },
  ],
  ['CHANGELOG.md does not start with "Unreleased"', { changelog: '\n## 0.2.0 (2026-12-01)\n' }],
  ['CHANGELOG.md has no section for 0.2.0', { changelog }],
  ['contract/releases/0.2.0/openapi.json does not exist', { releases: ['0.1.0'] }],
])('an inconsistent version is reported: %s', (problem, change) => {
  expect(versionProblems({ ...consistent, ...change })).toEqual([problem]);
});
