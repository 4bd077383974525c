import { readConfig, requiredByWorker } from './config.ts';
import { printUsageOnHelp } from './operator/command-output.ts';
import { keepLivenessFileFresh } from './platform/observe/liveness-file.ts';
import { createLog } from './platform/observe/log.ts';
import { notifyWatchdog } from './platform/observe/systemd-watchdog.ts';
import { startWorker } from './start-worker.ts';
import { stopOnSignal } from './stop-on-signal.ts';

printUsageOnHelp(`npm run worker

Runs background jobs until it gets SIGTERM. docs/configuration.md lists the settings.`);
try {
  const config = readConfig(process.env, requiredByWorker);
  const log = createLog(config.LOG_LEVEL);
  const worker = await startWorker(config, log);
  const liveness =
    config.LIVENESS_FILE &&
    keepLivenessFileFresh(config.LIVENESS_FILE, (err) =>
      log.error({ err }, 'liveness file not written'),
    );
  const watchdog = notifyWatchdog(process.env, (err) =>
    log.error({ err }, 'systemd was not notified'),
  );
  const stop = async () => {
    await worker.stop();
    watchdog.stop();
    if (liveness) liveness.stop();
  };
  stopOnSignal({ stop }, log);
  log.info('working');
} catch (error) {
  const { message, cause } = error as Error;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  console.error(`Outcrop's worker did not start: ${message}${because}`);
  process.exit(1);
}
