import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { freePort } from './free-port.ts';

export interface Haproxy {
  origin: string;
  /** Waits until the proxy sends requests to the server on this port, or no longer does. */
  waitFor: (port: number, state: 'UP' | 'DOWN') => Promise<void>;
}

/**
 * The configuration of docs/upgrading.md, without retries on another server, because other proxies lack
 * them. A slow check does not count as failed.
 */
const configuration = (port: number, statistics: number, servers: number[]) => `
defaults
  mode http
  timeout connect 5s
  timeout http-request 10s
  timeout http-keep-alive 60s
  timeout client 60s
  timeout server 60s
  timeout check 30s
  retries 0
frontend public
  bind 127.0.0.1:${port}
  default_backend outcrop
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
backend outcrop
  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
${servers.map((server) => `  server s${server} 127.0.0.1:${server}\n`).join('')}`;

/** Debian's HAProxy in front of these ports, ended with the test. */
export async function startHaproxy(servers: number[]): Promise<Haproxy> {
  const [port, statistics] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, statistics, servers));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  afterTestOrFile(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true });
  });
  const stateOf = async (server: number) => {
    const response = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => undefined);
    const [names = '', ...rows] = (await response?.text())?.replace('# ', '').split('\n') ?? [];
    const row = rows.find((line) => line.includes(`,s${server},`))?.split(',');
    return row?.[names.split(',').indexOf('status')];
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    waitFor: (server, state) =>
      expect.poll(() => stateOf(server), { interval: 20 }).toBe(state) as Promise<void>,
  };
}
