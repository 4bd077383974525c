import { readConfig } from './config.ts';
import { createLog } from './platform/observe/log.ts';
import { startService } from './service.ts';
import { stopOnSignal } from './stop-on-signal.ts';

try {
  const config = readConfig();
  const log = createLog(config.LOG_LEVEL);
  const service = await startService(config, log);
  stopOnSignal(service, log);
  log.info({ origin: service.origin }, 'listening');
  // Beside the log and not in it: logs are kept and read by others.
  if (service.claimLink)
    console.error(`Nobody has claimed this instance yet. Do it here:\n\n  ${service.claimLink}\n`);
} catch (error) {
  const { message, cause } = error as Error;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  console.error(`Outcrop did not start: ${message}${because}`);
  process.exit(1);
}
