import { expect, test } from 'vitest';
import { publishedManifest } from './published-manifest.ts';

const manifest = {
  name: '@outcrop/contract',
  version: '0.2.0',
  private: true,
  exports: { '.': './src/index.ts', './identity': './src/identity.ts' },
  dependencies: { zod: '4.6.7' },
  devDependencies: { vitest: '5.1.0' },
};

test('npm gets what was built, and compatible versions of dependencies', () => {
  expect(publishedManifest(manifest, 'contract', undefined)).toEqual({
    name: '@outcrop/contract',
    version: '0.2.0',
    files: ['dist'],
    exports: {
      '.': './dist/index.js',
      './identity': './dist/identity.js',
      './package.json': './package.json',
    },
    dependencies: { zod: '^4.6.7' },
  });
});

test('a package names the repository that publishes it', () => {
  expect(publishedManifest(manifest, 'contract', 'someone/fork')).toMatchObject({
    repository: {
      type: 'git',
      url: 'git+https://github.com/someone/fork.git',
      directory: 'contract',
    },
  });
});
