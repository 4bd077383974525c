import { spawnSync } from 'node:child_process';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run fix

Formats all files, and corrects what the linters can correct.`);

const runs = [
  spawnSync('biome', ['check', '--write', '.'], { stdio: 'inherit' }),
  spawnSync('oxlint', ['--fix'], { stdio: 'inherit' }),
];
process.exitCode = runs.every(({ status }) => status === 0) ? 0 : 1;
