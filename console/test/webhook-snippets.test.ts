import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/test/faults/free-port.ts';
import { setUpWebhooks, webhooksClient } from '../../server/test/webhooks/webhooks-client.ts';
import { verifySnippets } from '../src/pages/webhooks/verify-snippets.ts';

const { service, startWorker } = await setUpWebhooks();
await startWorker();

const commands: Record<string, (code: string) => [string, string[]]> = {
  TypeScript: (code) => [process.execPath, ['--input-type=module-typescript', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
};

test.each(verifySnippets)(
  'the $language receiver shown with a secret runs, and accepts only requests signed with it',
  async ({ language, code }) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { register, call, webhook } = await webhooksClient(service);
    const created = await register(url);
    const [command, args] = commands[language]!(code.replace('8787', String(port)));
    const receiver = spawn(command, args, {
      env: { ...process.env, OUTCROP_WEBHOOK_SECRET: created.secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void receiver.kill());
    const forged = () =>
      fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } }).then(
        (response) => response.status,
        () => 'not started',
      );
    await expect.poll(forged).toBe(401);

    const printed = once(createInterface(receiver.stdout), 'line');
    const { eventId } = await call('POST', `/webhooks/${created.webhook.id}/test`, {});
    expect(await printed).toEqual([`webhook.test ${eventId}`]);
    await expect
      .poll(async () => (await webhook(created.webhook.id)).lastDay)
      .toEqual({ delivered: 1, failed: 0 });
  },
);

test.each(verifySnippets)('the $language receiver uses only installable packages', ({ code }) => {
  for (const { name } of ['contract', 'client', 'server', 'console'].map(packageOf))
    expect(code).not.toContain(name);
});

const packageOf = (folder: string): { name: string } =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8'));
