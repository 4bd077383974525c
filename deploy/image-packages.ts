import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesBelow } from './notice.ts';

/** Compares the packages installed in an image with the lock file, its SBOM and its NOTICE. */
const image = process.argv[2]!;
const repository = join(import.meta.dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

interface LockedPackage {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
}
const lockedPackages: Record<string, LockedPackage> = readJson(
  join(repository, 'package-lock.json'),
).packages;
const production = new Set(
  Object.entries(lockedPackages)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`),
);
const installedPackages = packagesBelow(image).map(({ name, version }) => `${name} ${version}`);

const components = readJson(join(image, 'sbom.cdx.json')).components as Record<string, string>[];
const inSbom = new Set(components.map(({ name, version }) => `${name} ${version}`));
const workspaces = ['client', 'console', 'contract', 'server'];
const inNotice = readFileSync(join(image, 'NOTICE'), 'utf8');

const { dependencies }: { dependencies: Record<string, string> } = readJson(
  join(repository, 'console/package.json'),
);
const bundledPackages = Object.entries(dependencies)
  .filter(([name]) => !name.startsWith('@outcrop/'))
  .map(([name, version]) => `${name} ${version}`);

const problems = [
  ...(installedPackages.length < 50 ? [`Only ${installedPackages.length} packages found`] : []),
  ...installedPackages.filter((id) => !production.has(id)).map((id) => `${id} is for development`),
  ...[...installedPackages, ...bundledPackages]
    .filter((id) => !inSbom.has(id))
    .map((id) => `${id} is not in the SBOM`),
  ...[...inSbom]
    .filter((id) => !workspaces.includes(id.split(' ')[0]!) && !inNotice.includes(`${id} (`))
    .map((id) => `${id} is not in the NOTICE`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
