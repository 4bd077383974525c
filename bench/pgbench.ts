import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RoundTrips } from './capture-round-trips.ts';

const run = promisify(execFile);

/** Part of the captured new leads; replaced by random numbers in each run. */
export const leadMarker = '11111111-2222';

/**
 * A request as a pgbench script: the token lookup, then one message per round trip. New ids and the
 * marker become random numbers, so that the script can run again.
 */
export function asScript(
  tokenHash: Buffer,
  roundTrips: RoundTrips,
  madeIds: string[] = [],
): string {
  const fresh = (text: string) =>
    [leadMarker, ...madeIds].reduce((changed, old) => changed.replaceAll(old, ':a-:b'), text);
  return [
    '\\set a random(10000000, 99999999)',
    '\\set b random(1000, 9999)',
    `select * from authenticate_token('\\x${tokenHash.toString('hex')}');`,
    ...roundTrips.map((roundTrip) => `${roundTrip.map(fresh).join(' \\; ')};`),
  ].join('\n');
}

export interface BareFigures {
  perSecond: number;
}

export async function runPgbench(
  url: string,
  scripts: string[],
  connections: number,
  seconds: number,
): Promise<BareFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-bench-'));
  const files = scripts.map((script, n) => {
    const file = join(folder, `${n}.sql`);
    writeFileSync(file, script);
    return file;
  });
  const { hostname, port, username, pathname } = new URL(url);
  const { stdout } = await run(
    globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1) ?? 'pgbench',
    [
      '--no-vacuum',
      '--protocol=simple',
      '--max-tries=5',
      `--client=${connections}`,
      '--jobs=1',
      `--time=${seconds}`,
      `--host=${hostname}`,
      `--port=${port}`,
      `--username=${username}`,
      ...files.flatMap((file) => ['--file', file]),
      pathname.slice(1),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (failed !== '0' || !(perSecond > 0)) throw new Error(`pgbench: ${stdout}`);
  return { perSecond };
}
