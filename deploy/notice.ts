import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Prints the packages installed below a folder with their licenses and license texts, for the
 * container image. Fails for a license that is not known to be permissive.
 */
const permissive = [
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

interface InstalledPackage {
  name: string;
  version: string;
  license: string;
  texts: string[];
}

export function packagesBelow(root: string): InstalledPackage[] {
  const folders = globSync('{.,*}/node_modules/**/package.json', { cwd: root })
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => join(root, dirname(file)));
  const packages = folders.flatMap((folder) => {
    const { name, version, license, private: isOurs } = readJson(join(folder, 'package.json'));
    if (isOurs || !name || !version) return [];
    const texts = globSync('{LICENSE,LICENCE,COPYING,NOTICE,license,licence}*', { cwd: folder })
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [{ name, version, license: license ?? 'none', texts }];
  });
  const byId = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...byId.keys()].sort().map((id) => byId.get(id)!);
}

/** Equal texts appear once, after all packages that they apply to. */
export function writeNotice(packages: InstalledPackage[]): string {
  const refused = packages.filter(({ license }) => !permissive.includes(license));
  if (refused.length > 0)
    throw new Error(
      `Not known as permissive: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
    );
  const byText = Map.groupBy(packages, ({ texts }) => texts.join('\n\n'));
  const sections = [...byText].map(([text, those]) => {
    const names = those.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return [...names, '', text || 'The package contains no license text.'].join('\n');
  });
  return ['Outcrop contains these packages:', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`);
}

const readJson = (file: string): Partial<Record<string, string>> =>
  JSON.parse(readFileSync(file, 'utf8'));

if (import.meta.main) console.log(writeNotice(packagesBelow(process.argv[2]!)));
