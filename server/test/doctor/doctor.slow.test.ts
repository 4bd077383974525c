import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import { examineInstallation } from '../../src/operator/doctor/examine-installation.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWorker } from '../../src/start-worker.ts';
import { startConnectProxy } from '../connect-proxy.ts';
import { freePort } from '../faults/free-port.ts';
import { testMailServer } from '../mail-server.ts';
import { startModelServer } from '../model-server.ts';
import { testService } from '../service.ts';
import { setUpInstallation, silentServer, urlWith } from './installation.ts';
import { installationFaults } from './installation-faults.ts';

// Faults of the settings share this installation. Faults of a database have their own.
const healthy = await setUpInstallation();
const patience = { timeout: 120_000 };
const problems = async (...given: Parameters<typeof examineInstallation>) =>
  (await examineInstallation(...given)).filter(({ status }) => status !== 'ok');

test.each(Object.entries(installationFaults))(
  '%s: found, with its remedy',
  async (_name, fault) => {
    const [about, status, message, remedy, cause] = fault;
    const { config, owner } = typeof cause === 'string' ? await setUpInstallation() : healthy;
    if (typeof cause === 'string') await owner.query(cause);
    const changed = typeof cause === 'string' ? {} : await cause(healthy);
    // On a busy machine, a check that gives up after seconds adds a finding of its own.
    await expect
      .poll(() => problems({ ...config, ...changed }), patience)
      .toEqual([
        {
          about,
          status,
          message: expect.stringMatching(message),
          remedy: expect.stringMatching(remedy),
        },
      ]);
  },
);

test.each([
  [20_000, 'problem'],
  [-20_000, 'problem'],
  [4_000, 'warning'],
])('a clock that differs by %i ms is a %s', async (gapMs, status) => {
  const { config } = healthy;
  const now = () => Date.now() + gapMs;
  await expect
    .poll(() => problems(config, { now }), patience)
    .toEqual([
      {
        about: 'clock',
        status,
        message: expect.stringMatching(/differ by \d+\.\d s/),
        remedy: expect.stringContaining('NTP'),
      },
    ]);
});

test('an installation with everything in use and in order has no problem and no warning', async () => {
  const service = await testService();
  const config: Config = {
    ...readConfig(),
    DATABASE_URL: service.database.appUrl,
    DATABASE_OWNER_URL: service.database.ownerUrl,
    PUBLIC_URL: service.origin,
    SMTP_URL: urlWith((await testMailServer('right')).url, {
      username: 'outcrop',
      password: 'right',
    }),
    MAIL_FROM: 'Outcrop <outcrop@fernhill.example>',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'small',
    AI_BASE_URL: (await startModelServer()).baseUrl,
    EGRESS_PROXY: (await startConnectProxy()).url,
    EGRESS_ALLOW: ['10.20.0.0/16'],
    TRUSTED_PROXIES: ['10.0.0.0/8'],
  };
  const worker = await startWorker(config, createLog('silent'));
  // The worker runs its first job within moments.
  await expect.poll(() => problems(config), patience).toEqual([]);
  await worker.stop();
});

test('servers that never answer do not make it hang, and all of them are reported', async () => {
  const { config } = healthy;
  const silent = `127.0.0.1:${await silentServer()}`;
  const findings = await examineInstallation({
    ...config,
    DATABASE_URL: `postgres://outcrop_app@${silent}/outcrop`,
    REDIS_URL: `redis://${silent}`,
    SMTP_URL: `smtp://${silent}`,
    MAIL_FROM: 'outcrop@fernhill.example',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'small',
    AI_BASE_URL: `http://${silent}/v1`,
    PUBLIC_URL: `http://${silent}`,
  });
  const about = findings.filter(({ status }) => status === 'problem').map((each) => each.about);
  expect(about).toEqual(['database', 'database', 'redis', 'mail', 'model', 'public url']);
});

test('the command prints every finding, exits with 1 on a problem, and prints no secret', async () => {
  const { config } = healthy;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: urlWith(config.DATABASE_URL, { password: 'secret-of-app' }),
    DATABASE_OWNER_URL: config.DATABASE_OWNER_URL,
    REDIS_URL: `redis://:secret-of-redis@127.0.0.1:${await freePort()}`,
    SMTP_URL: urlWith((await testMailServer('right')).url, {
      username: 'o',
      password: 'secret-of-mail',
    }),
    MAIL_FROM: 'outcrop@fernhill.example',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'small',
    AI_API_KEY: 'secret-of-model',
    AI_BASE_URL: (await startModelServer(() => ({ status: 401 }))).baseUrl,
  };
  const main = fileURLToPath(new URL('../../src/operator/doctor.ts', import.meta.url));
  const run = (...options: string[]) =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      execFile(process.execPath, [main, ...options], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout: stdout + stderr }),
      );
    });
  const [plain, json] = await Promise.all([run(), run('--json')]);
  expect(plain.code).toBe(1);
  expect(plain.stdout).toMatch(/^ok {7}database +PostgreSQL/m);
  expect(plain.stdout).toMatch(/^problem {2}redis +REDIS_URL does not connect.*\n +→ Start Redis/m);
  expect(plain.stdout).toMatch(/^3 problems, 0 warnings$/m);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false });
  for (const secret of [
    'secret-of',
    env.SUPPRESSION_KEY!,
    env.SECRETS_KEY!.split(':')[1]!,
    env.SESSION_SECRET!,
  ])
    expect(plain.stdout + json.stdout).not.toContain(secret);
});
