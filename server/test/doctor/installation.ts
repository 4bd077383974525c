import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type Config, readConfig } from '../../src/config.ts';
import { SessionSecrets } from '../../src/core/sign-in/session-secrets.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { openDatabase } from '../../src/operator/doctor/connection-checks.ts';
import { Sealing } from '../../src/platform/crypto/sealing.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testDatabase } from '../database.ts';
import { connectClient } from '../engine/connection.ts';

/** A database in use: the proofs of its keys are stored, and a worker is running. */
export async function setUpInstallation() {
  const { appUrl, ownerUrl, adminUrl } = await testDatabase();
  const config: Config = { ...readConfig(), DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
  const app = openDatabase(appUrl);
  afterTestOrFile(() => app.close());
  await new Suppression(config.SUPPRESSION_KEY!).requireValidKey(app);
  await new Sealing(config.SECRETS_KEY!).requireValidKeys(app);
  await new SessionSecrets(config.SESSION_SECRET!).requireValidSecrets(app);
  const owner = await connectClient(ownerUrl);
  await owner.query(
    `insert into watcher (id, alive_until) values (gen_random_uuid(), now() + interval '1 hour')`,
  );
  return { config, owner, adminUrl };
}
export type Installation = Awaited<ReturnType<typeof setUpInstallation>>;

/** A server that accepts connections and never responds. */
export async function silentServer(): Promise<number> {
  const server = createTcpServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => server.close());
  return (server.address() as AddressInfo).port;
}

export async function anotherWebsite(): Promise<string> {
  const server = createServer((_request, response) => response.end('<h1>It works!</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The URL with another part. */
export const urlWith = (url: string, change: Partial<URL>) =>
  Object.assign(new URL(url), change).href;
