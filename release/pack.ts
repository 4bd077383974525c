import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'tsdown';
import { printUsageOnHelp } from '../checks/usage.ts';
import { clientTypes } from './client-types.ts';
import { type PackageManifest, publishedManifest } from './published-manifest.ts';
import { type PublishedPackage, packagesFolder, tarballName } from './published-packages.ts';
import { repositoryRoot as root } from './repository.ts';

/** Builds and packs each package in a staging folder, because its exports in the repository are sources. */
export async function packPackages(folder: string): Promise<Record<PublishedPackage, string>> {
  rmSync(folder, { recursive: true, force: true });
  return { contract: await packOne('contract', folder), client: await packOne('client', folder) };
}

async function packOne(name: PublishedPackage, folder: string): Promise<string> {
  const manifest = JSON.parse(
    readFileSync(join(root, name, 'package.json'), 'utf8'),
  ) as PackageManifest;
  const staged = join(folder, name);
  const sources = name === 'client' ? clientSources(folder) : join(root, name);
  await build({
    config: false,
    cwd: sources,
    entry: Object.values(manifest.exports),
    outDir: join(staged, 'dist'),
    tsconfig: tsconfigOf(sources, folder),
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    // One file per source file: the client needs only one, the contract has several entry points.
    unbundle: name === 'contract',
    inputOptions: { checks: { pluginTimings: false } },
    failOnWarn: true,
    logLevel: 'warn',
  });
  const published = publishedManifest(manifest, name, process.env['GITHUB_REPOSITORY']);
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(root, name, 'README.md'), join(staged, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, staged]);
  const tarball = join(folder, tarballName(name, manifest.version));
  await lintPackage(tarball);
  return tarball;
}

/** The repository's options for the sources of one package, without reading the server and the console. */
function tsconfigOf(sources: string, folder: string): string {
  const file = join(folder, 'tsconfig.json');
  const config = { extends: join(root, 'tsconfig.json'), include: [join(sources, 'src')] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** A copy of the client that has the types of the contract written out. */
function clientSources(folder: string): string {
  const copy = join(folder, 'client-sources');
  mkdirSync(join(copy, 'src'), { recursive: true });
  writeFileSync(join(copy, 'src/contract-types.ts'), clientTypes());
  for (const file of globSync(join(root, 'client/src/*.ts'), { exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(file, 'utf8').replace(
      `'@outcrop/contract'`,
      `'./contract-types.ts'`,
    );
    writeFileSync(join(copy, 'src', basename(file)), source);
  }
  return copy;
}

async function lintPackage(tarball: string): Promise<void> {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  const problems = messages.map((message) => formatMessage(message, pkg, { color: false }));
  if (problems.length > 0) throw new Error(`${basename(tarball)}: ${problems.join('\n')}`);
}

if (import.meta.main) {
  printUsageOnHelp('npm run pack\n\nWrites the packages for npm as tarballs to build/packages.');
  for (const tarball of Object.values(await packPackages(packagesFolder))) console.log(tarball);
}
