import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run nightly

Runs everything that takes too long for each change or measures time. Prints a line for each step and one
for the result, and writes the output of each step to build/nightly. It takes up to an hour.`);

const maxMinutes = 60;
const folder = join(import.meta.dirname, '../build/nightly');
const vitest = ['vitest', 'run', '--config', 'vitest.nightly.config.ts', '--project'];

/** Steps that measure time come first and run alone. */
const steps: [string, string[]][] = [
  ['build', ['npm', 'run', 'build']],
  ['measurements', [...vitest, 'nightly']],
  ['benchmark', ['npm', 'run', 'bench', '--', '--short']],
  ['tests in full size', [...vitest, 'full']],
  ['console', [...vitest, 'console']],
  ['fuzzed requests', ['npm', 'run', 'torture', '--', 'fuzz', '--requests', '50000']],
  ['planted bugs', ['npm', 'run', 'torture', '--', 'planted']],
  ['container image', ['deploy/try-image.sh']],
  ['installation on Debian', ['deploy/try-debian.sh']],
];

mkdirSync(folder, { recursive: true });
const started = performance.now();
const minutes = () => (performance.now() - started) / 60_000;
const failed: string[] = [];
for (const [name, command] of steps) if (!(await passesStep(name, command))) failed.push(name);
const passed = steps.length - failed.length;
const late = minutes() > maxMinutes ? `, over its ${maxMinutes} minutes` : '';
console.log(
  `Nightly: ${passed} of ${steps.length} steps passed in ${minutes().toFixed(0)} minutes${late}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
process.exitCode = failed.length > 0 || late ? 1 : 0;

async function passesStep(name: string, [command = '', ...args]: string[]): Promise<boolean> {
  const path = join(folder, `${name.replaceAll(' ', '-')}.log`);
  const before = minutes();
  // The step gets its own process group, so that a timeout also ends the processes that it started.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(path);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const abort = new AbortController();
  const remainingMs = Math.max(0, maxMinutes - before) * 60_000;
  void sleep(remainingMs, undefined, { signal: abort.signal }).then(
    () => process.kill(-child.pid!, 'SIGTERM'),
    () => {},
  );
  const [code] = (await once(child, 'close')) as [number | null];
  abort.abort();
  log.end();
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${(minutes() - before).toFixed(1)} min)`);
  if (code !== 0) console.log(readFileSync(path, 'utf8').split('\n').slice(-30).join('\n'), path);
  return code === 0;
}
