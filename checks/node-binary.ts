import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The package `node` downloads its binary during installation, which the lock file does not cover. So
 * the binary is compared with these hashes, by version and platform.
 */
const knownHashes: Record<string, Record<string, string>> = {
  '24.21.0': {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
};

const root = join(import.meta.dirname, '..');
const binary = join(root, 'node_modules/node/bin/node');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  devDependencies: { node: string };
};
const version = devDependencies.node;
const platform = `${process.platform}-${process.arch}`;
const hash = knownHashes[version]?.[platform];

if (!knownHashes[version])
  fail(`There is no hash for Node ${version} in checks/node-binary.ts. Add it.`);
else if (!existsSync(binary)) console.log('skipped: the package "node" is not installed');
else if (!hash) console.log(`skipped: no hash is recorded for ${platform}`);
else if (createHash('sha256').update(readFileSync(binary)).digest('hex') !== hash)
  fail(`node_modules/node/bin/node does not match the hash of Node ${version}. Do not run it.`);

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
