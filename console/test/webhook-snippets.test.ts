import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { subscriber, webhookGround } from '../../server/test/webhooks/ground.ts';
import { verifySnippets } from '../src/pages/webhooks/verify-snippets.ts';

const { service, startWorker } = await webhookGround();
await startWorker();

const commands: Record<string, (code: string) => [string, string[]]> = {
  TypeScript: (code) => [process.execPath, ['--input-type=module-typescript', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
};

test.each(verifySnippets)(
  'the receiver in $language that is shown beside a secret runs, and believes only what is signed with it [console.webhook-secret]',
  async ({ language, code }) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { register, call, webhook } = await subscriber(service);
    const made = await register(url);
    const [command, args] = commands[language]!(code.replace('8787', String(port)));
    const receiver = spawn(command, args, {
      env: { ...process.env, OUTCROP_WEBHOOK_SECRET: made.secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void receiver.kill());
    const forged = () =>
      fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } }).then(
        (answer) => answer.status,
        () => 'not there yet',
      );
    await expect.poll(forged).toBe(401);

    const told = once(createInterface(receiver.stdout), 'line');
    const { eventId } = await call('POST', `/webhooks/${made.webhook.id}/test`, {});
    expect(await told).toEqual([`webhook.test ${eventId}`]);
    await expect
      .poll(async () => (await webhook(made.webhook.id)).lastDay)
      .toEqual({ delivered: 1, failed: 0 });
  },
);

test.each(verifySnippets)(
  'the receiver in $language needs nothing that cannot be installed [console.webhook-secret]',
  ({ code }) => {
    for (const { name } of ['contract', 'client', 'server', 'console'].map(packageOf))
      expect(code).not.toContain(name);
  },
);

const packageOf = (folder: string): { name: string } =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
