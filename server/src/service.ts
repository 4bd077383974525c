import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { authenticate, type TokenCaller } from './accounts/caller.ts';
import { TokenUse } from './accounts/token-use.ts';
import type { Config } from './config.ts';
import { missingPartitions } from './events/partitions.ts';
import { Database } from './platform/db/index.ts';
import { requireLeastPrivilege } from './platform/db/privilege.ts';
import { createApp } from './platform/http/app.ts';
import type { Route } from './platform/http/call.ts';
import { Pressure } from './platform/http/pressure.ts';
import { RateWindows } from './platform/http/rate-window.ts';
import { routesOf } from './routes.ts';
import { Suppression } from './suppression/suppression.ts';

export interface Service {
  app: FastifyInstance;
  origin: string;
  stop: () => Promise<void>;
}

/** Puts the API process together and listens. Every part that is opened here is closed here. */
export async function startService(
  config: Config,
  log: FastifyBaseLogger,
  extraRoutes: Route<TokenCaller>[] = [],
): Promise<Service> {
  if (config.SUPPRESSION_KEY === undefined)
    throw new Error('Set SUPPRESSION_KEY: docs/configuration.md says what for.');
  const suppression = new Suppression(config.SUPPRESSION_KEY);
  const db = new Database({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    timeouts: { statementMs: config.STATEMENT_TIMEOUT_MS, lockMs: config.LOCK_TIMEOUT_MS },
  });
  await requireLeastPrivilege(db);
  await suppression.requireRightKey(db);
  const windows = new RateWindows(config.REDIS_URL);
  const pressure = new Pressure(config.MAX_EVENT_LOOP_DELAY_MS);
  const use = new TokenUse(db);

  const app = await createApp({
    log,
    routes: [...routesOf({ suppression }), ...extraRoutes],
    db,
    windows,
    pressure,
    authenticate: async (header) => {
      const caller = await authenticate(db, config.CELL, header);
      if (caller) use.saw(caller);
      return caller;
    },
    notReady: () => missingPartitions(db),
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  const { port } = app.server.address() as AddressInfo;

  return {
    app,
    origin: `http://${config.HOST}:${port}`,
    stop: async () => {
      await app.close();
      await use.close();
      windows.close();
      pressure.close();
      await db.close();
    },
  };
}
