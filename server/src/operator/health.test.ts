import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Runs the health check, and returns its exit status and message. */
async function health(environment: Record<string, string>) {
  const file = join(import.meta.dirname, 'health.ts');
  const child = spawn(process.execPath, [file], { env: environment });
  let message = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (message += text));
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, message };
}

async function apiReturning(status: number) {
  const requested: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { PORT: `${(server.address() as AddressInfo).port}`, requested };
}

function livenessFile(secondsOld: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-health-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'worker');
  writeFileSync(file, '');
  const then = Date.now() / 1_000 - secondsOld;
  utimesSync(file, then, then);
  return file;
}

test('an API that returns 200 at /livez is healthy', async () => {
  const { PORT, requested } = await apiReturning(200);
  expect(await health({ PORT, LIVENESS_FILE: '/no/such/file' })).toEqual({
    status: 0,
    message: '',
  });
  expect(requested).toEqual(['/livez']);
});

test('an API that returns an error, or does not listen, is not', async () => {
  const { PORT } = await apiReturning(503);
  expect(await health({ PORT })).toEqual({ status: 1, message: expect.stringMatching(/503/) });
  expect(await health({ PORT: '9' })).toEqual({
    status: 1,
    message: expect.stringMatching(/did not respond/),
  });
});

test('a worker is healthy if it wrote its file in the last minute', async () => {
  // Nothing listens on this port.
  const PORT = '9';
  expect(await health({ PORT, LIVENESS_FILE: livenessFile(0) })).toEqual({
    status: 0,
    message: '',
  });
  const stuck = await health({ PORT, LIVENESS_FILE: livenessFile(3_600) });
  expect(stuck).toEqual({ status: 1, message: expect.stringMatching(/for a minute/) });
});
