import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockFile, missingPlatforms, unsafeEntries, withPlatforms } from './lock-platforms.ts';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run lock [-- --check]

Adds the binaries of other platforms to package-lock.json, which "npm ci" requires. Run it after every
"npm install" that changes the file. --check only reports problems.`);

const file = join(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
const missing = missingPlatforms(lock);

if (!process.argv.includes('--check')) {
  writeFileSync(file, `${JSON.stringify(withPlatforms(lock, missing), null, 2)}\n`);
  console.log(`${missing.length} packages of other platforms added to package-lock.json`);
} else if (missing.length > 0)
  reportProblem(
    `package-lock.json lacks ${missing.length} packages of other platforms. Run "npm run lock".`,
  );

for (const line of unsafeEntries(lock)) reportProblem(line);

function reportProblem(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
