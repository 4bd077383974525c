import type { Config } from '../src/config.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startService } from '../src/service.ts';
import { startWorker } from '../src/start-worker.ts';

/** A running instance. Its worker starts later, when the sample data is complete. */
export interface RunningService {
  origin: string;
  startWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The API with the built console, and the worker, all in this process. Changes have no effect. */
export async function startOnce(config: Config): Promise<RunningService> {
  const log = createLog(config.LOG_LEVEL, 2);
  const service = await startService(config, log);
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  return {
    origin: service.origin,
    startWorker: async () => {
      worker = await startWorker(config, log);
    },
    stop: async () => {
      await Promise.all([service.stop(), worker?.stop()]);
    },
  };
}
