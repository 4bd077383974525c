import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sendRequest } from '../call.ts';
import { documentedCommands, inShell } from '../faults/documented-commands.ts';
import { PostgresCluster } from '../faults/postgres-cluster.ts';
import { startProcess } from '../faults/process.ts';
import { measured } from '../measured.ts';
import { dumpOf, keptVersions, knownOf } from '../upgrades/restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcrop-drill-'));
const clusters: PostgresCluster[] = [];
afterAll(async () => {
  await Promise.all(clusters.map((cluster) => cluster.remove()));
  rmSync(folder, { recursive: true });
});

const mainOf = (file: string) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

async function emptyServer() {
  const cluster = await PostgresCluster.empty();
  clusters.push(cluster);
  return {
    DATABASE_ADMIN_URL: cluster.adminUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    DATABASE_URL: cluster.appUrl,
    PORT: '0',
  };
}

test.each(keptVersions)(
  'the drill: restore %s, upgrade it, run it, back it up, and restore that backup',
  async (version) => {
    const started = performance.now();
    const { tokens, leads } = knownOf(version);
    const [lead] = leads;
    /** Runs the service on a database, and finds the lead. The doctor agrees. */
    const expectInOrder = async (environment: Record<string, string>) => {
      const api = await startProcess(mainOf('api.ts'), 'listening', environment);
      const worker = await startProcess(mainOf('worker.ts'), 'working', environment);
      const found = await sendRequest(
        String(api.ready['origin']),
        tokens.owner,
        'GET',
        '/prospects',
        {
          query: { q: lead!.email },
        },
      );
      expect(found.data.prospects).toMatchObject([{ email: lead!.email }]);
      const report = async () =>
        JSON.parse(await inShell(['npm run -s doctor -- --json || true'], environment)) as {
          ok: boolean;
        };
      await expect.poll(report).toMatchObject({ ok: true });
      await Promise.all([api.stop(), worker.stop()]);
    };

    const upgraded = await emptyServer();
    await inShell(documentedCommands('Restore', dumpOf(version)), upgraded);
    await inShell(['npm run -s db:migrate -- --finish'], upgraded);
    await expectInOrder(upgraded);
    const dump = join(folder, 'outcrop.dump');
    await inShell(documentedCommands('Back up', dump), upgraded);
    const restored = await emptyServer();
    await inShell(documentedCommands('Restore', dump), restored);
    await expectInOrder(restored);
    measured(
      `drill from ${version}: restore, upgrade, back up, restore`,
      `${Math.round((performance.now() - started) / 1_000)} s`,
    );
  },
);
