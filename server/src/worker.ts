import { readConfig } from './config.ts';
import { createLog } from './platform/observe/log.ts';
import { startWorker } from './start-worker.ts';
import { stopOnSignal } from './stop-on-signal.ts';

try {
  const config = readConfig();
  const log = createLog(config.LOG_LEVEL);
  stopOnSignal(await startWorker(config, log), log);
  log.info('working');
} catch (error) {
  const { message, cause } = error as Error;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  console.error(`Outcrop's worker did not start: ${message}${because}`);
  process.exit(1);
}
