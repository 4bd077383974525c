import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { stopOnSignal } from '../src/stop-on-signal.ts';
import { printSql } from './print-sql.ts';

// A process must not outlive `npm run dev`, even if that was killed.
process.on('disconnect', () => process.exit());

const config = readConfig();
const log = createLog(config.LOG_LEVEL, 2);
// Imported here, so that each process loads only its own code.
if (process.argv[2] === 'api') {
  if (process.argv.includes('--sql')) printSql();
  const { startService } = await import('../src/service.ts');
  const service = await startService(config, log);
  stopOnSignal(service, log);
  process.send!({ origin: service.origin });
} else {
  const { startWorker } = await import('../src/start-worker.ts');
  stopOnSignal(await startWorker(config, log), log);
  process.send!({ origin: '' });
}
