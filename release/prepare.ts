import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printUsageOnHelp } from '../checks/usage.ts';
import {
  lockEntry,
  manifestFiles,
  readLock,
  readRepositoryFile,
  repositoryRoot,
} from './repository.ts';
import { cutChangelog, withVersion } from './versions.ts';

printUsageOnHelp(`npm run release -- 0.2.0

Writes the version everywhere, and keeps its OpenAPI document.`);

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run release -- 0.2.0');

const writeRepositoryFile = (file: string, text: string) =>
  writeFileSync(join(repositoryRoot, file), text);
const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

writeRepositoryFile(
  'CHANGELOG.md',
  cutChangelog(readRepositoryFile('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
);
const lock = { ...readLock(), version };
for (const file of manifestFiles()) {
  writeRepositoryFile(file, formatJson(withVersion(JSON.parse(readRepositoryFile(file)), version)));
  lock.packages[lockEntry(file)] = withVersion(lock.packages[lockEntry(file)] ?? {}, version);
}
writeRepositoryFile('package-lock.json', formatJson(lock));
const keptDocument = join(repositoryRoot, 'contract/releases', version);
mkdirSync(keptDocument, { recursive: true });
cpSync(join(repositoryRoot, 'contract/openapi.json'), join(keptDocument, 'openapi.json'));
console.log(`Prepared ${version}. Review the changes; docs/releasing.md has the next steps.`);
