import { readConfig, requiredByApi } from './config.ts';
import { printUsageOnHelp } from './operator/command-output.ts';
import { createLog } from './platform/observe/log.ts';
import { startService } from './service.ts';
import { stopOnSignal } from './stop-on-signal.ts';

printUsageOnHelp(`npm start

Serves the API and the console until it gets SIGTERM. docs/configuration.md lists the settings.`);
try {
  const config = readConfig(process.env, requiredByApi);
  const log = createLog(config.LOG_LEVEL);
  const service = await startService(config, log);
  stopOnSignal(service, log, config.DRAIN_MS);
  log.info({ origin: service.origin }, 'listening');
  // Not in the log, which others may read.
  if (service.claimLink)
    console.error(`This instance is not claimed yet. Claim it here:\n\n  ${service.claimLink}\n`);
} catch (error) {
  const { message, cause } = error as Error;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  console.error(`Outcrop did not start: ${message}${because}`);
  process.exit(1);
}
