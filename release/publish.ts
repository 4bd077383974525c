import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printUsageOnHelp } from '../checks/usage.ts';
import { packagesFolder, publishedPackages, tarballName } from './published-packages.ts';
import { readRepositoryFile } from './repository.ts';

printUsageOnHelp(`npm run publish:packages -- --tag v0.1.0 [--dry-run]

Publishes what "npm run pack" has written; the release workflow runs it. --dry-run publishes nothing.`);

// It imports no package: the job that may publish installs none.
const { values } = parseArgs({
  options: { tag: { type: 'string', default: '' }, 'dry-run': { type: 'boolean', default: false } },
});
const { version } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
if (values.tag !== `v${version}`)
  throw new Error(`The tag is ${values.tag}, but package.json has ${version}.`);

const runNpm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8' });

for (const name of publishedPackages) {
  const tarball = join(packagesFolder, tarballName(name, version));
  const published = runNpm('view', `@outcrop/${name}@${version}`, 'version').stdout.trim();
  // A release whose second package failed can be repeated.
  if (published === version) {
    console.log(`@outcrop/${name}@${version} is already published`);
    continue;
  }
  const mode = values['dry-run'] ? '--dry-run' : '--provenance';
  const { status, stderr } = runNpm(
    'publish',
    tarball,
    '--ignore-scripts',
    '--access=public',
    mode,
  );
  console.log(stderr);
  if (status !== 0) throw new Error(`@outcrop/${name} was not published.`);
}
