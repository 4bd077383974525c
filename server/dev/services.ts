import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Starts PostgreSQL and Redis if they are installed but not running. */
export async function ensureServices(postgresUrl: string, redisUrl: string): Promise<void> {
  await Promise.all([
    ensureService('PostgreSQL', new URL(postgresUrl), 5432, startPostgres),
    ensureService('Redis', new URL(redisUrl), 6379, startRedis),
  ]);
}

async function ensureService(
  name: string,
  { hostname, port }: URL,
  defaultPort: number,
  start: (port: number) => Promise<unknown>,
): Promise<void> {
  const address = { host: hostname, port: Number(port) || defaultPort };
  if (await isListening(address)) return;
  if (['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    await start(address.port).catch(() => {});
    for (let waited = 0; waited < 15_000; waited += 200) {
      if (await isListening(address)) return;
      await sleep(200);
    }
  }
  throw new Error(
    `${name} is not running at ${address.host}:${address.port} and could not be started. ` +
      `Start it, or set ${name === 'Redis' ? 'REDIS_URL' : 'DATABASE_ADMIN_URL, DATABASE_OWNER_URL and DATABASE_URL'}.`,
  );
}

const isListening = (address: { host: string; port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...address, timeout: 1_000 });
    const done = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on('connect', () => done(true));
    socket.on('error', () => done(false));
    socket.on('timeout', () => done(false));
  });

async function startPostgres(): Promise<void> {
  const { stdout } = await run('pg_lsclusters', ['--no-header']);
  const [version, cluster] = stdout.trim().split('\n')[0]?.split(/\s+/) ?? [];
  if (version && cluster)
    await run('pg_ctlcluster', ['--skip-systemctl-redirect', version, cluster, 'start']);
}

const startRedis = (port: number) =>
  run('redis-server', [
    '--daemonize',
    'yes',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
