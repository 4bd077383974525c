import { spawnSync } from 'node:child_process';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run fix

Formats all files, and corrects what the linters can correct.`);

for (const [command, ...args] of [
  ['biome', 'check', '--write', '.'],
  ['oxlint', '--fix'],
] as const)
  process.exitCode ||= spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;
