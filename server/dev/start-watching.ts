import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { startConsoleServer } from '../../console/dev-server.ts';
import type { Config } from '../src/config.ts';
import { consolePolicy } from '../src/platform/http/console.ts';
import { forwardRequest, isForConsole } from './forward-request.ts';
import { ServiceProcess } from './service-process.ts';
import type { RunningService } from './start-once.ts';

const root = join(import.meta.dirname, '../..');
const watchedFolders = ['server/src/', 'contract/src/'].map((folder) => join(root, folder));
/** Editors write a file in several steps, and git writes many files. */
const settleMs = 100;

/**
 * The API and the worker in processes of their own, which restart when their code changes, and the
 * console with hot reload. One port serves both, so the console has the same origin as in production.
 */
export async function startWatching(
  config: Config,
  environment: NodeJS.ProcessEnv,
  { inspect, sql }: { inspect: boolean; sql: boolean },
): Promise<RunningService> {
  // The API warns if it is missing. Nothing in it is served here.
  await mkdir(join(root, 'console/dist/assets'), { recursive: true });
  const http = createServer().listen(config.PORT, config.HOST);
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const origin = `http://${config.HOST}:${port}`;
  const publicOrigin = config.PUBLIC_URL ?? origin;

  const processOf = (kind: 'api' | 'worker', name: string, inspectPort: number) =>
    new ServiceProcess({
      kind,
      environment: {
        // Saves a third of the time to start.
        NODE_COMPILE_CACHE: join(root, '.dev/compile-cache'),
        ...environment,
        HOST: '127.0.0.1',
        PORT: '0',
        PUBLIC_URL: publicOrigin,
      },
      nodeOptions: inspect ? [`--inspect=127.0.0.1:${inspectPort}`] : [],
      options: sql ? ['--sql'] : [],
      onFailure: () =>
        console.error(`\n${name} is not running. It starts again when you save a change.\n`),
    });
  const api = processOf('api', 'The API', 9229);
  const worker = processOf('worker', 'The worker', 9230);
  const firstStart = Promise.withResolvers<void>();
  let hasWorker = false;
  let starts = 0;
  const start = async (changed: string[]) => {
    const turn = ++starts;
    const startedAt = performance.now();
    await Promise.all([api.start(), worker.stop()]);
    firstStart.resolve();
    // The worker starts after the API, so that an error in shared code is shown once.
    if (hasWorker && turn === starts) await worker.start();
    if (changed.length === 0 || turn !== starts) return;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`Restarted in ${seconds} s after a change of ${namesOf(changed)}.`);
  };
  // A process that does not start has already printed why.
  const startOrWait = (changed: string[]) => void start(changed).catch(() => {});

  const nonce = randomBytes(16).toString('base64');
  const policy = developmentPolicy(nonce);
  const consoleServer = await startConsoleServer({
    http,
    host: new URL(publicOrigin).hostname,
    nonce,
    watched: watchedFolders,
    onChange: collectChanges(startOrWait),
  });
  http.on('request', (request, response) => {
    if (isForConsole(request)) {
      response.setHeader('content-security-policy', policy);
      consoleServer.handle(request, response);
    } else void forwardRequest(request, response, () => api.origin());
  });
  startOrWait([]);
  await firstStart.promise;

  return {
    origin,
    startWorker: async () => {
      hasWorker = true;
      await worker.start().catch(() => {});
    },
    stop: async () => {
      starts++;
      http.close();
      await Promise.all([consoleServer.close(), api.stop(), worker.stop()]);
      http.closeAllConnections();
    },
  };
}

/**
 * The policy of production, with what Vite needs in addition: an inline script and style elements,
 * both with a nonce, and a worker that waits for this server after a restart.
 */
const developmentPolicy = (nonce: string): string =>
  `${consolePolicy};worker-src blob:`.replace(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`);

/** Calls back once for changes that follow each other closely. Tests are not part of the service. */
function collectChanges(onChanges: (files: string[]) => void): (file: string) => void {
  const files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return (file) => {
    if (file.endsWith('.test.ts')) return;
    files.add(relative(root, file));
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChanges([...files]);
      files.clear();
    }, settleMs);
  };
}

const namesOf = ([first, ...others]: string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;
