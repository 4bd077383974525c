import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWorker } from '../../src/start-worker.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';
import { releaseHeldJobs, slowJobs } from './slow-jobs.ts';

/** Like worker.ts, with the slow jobs of the tests. SIGUSR2 releases those that wait. */
const config = readConfig();
const log = createLog(config.LOG_LEVEL);
stopOnSignal(await startWorker(config, log, slowJobs), log);
process.on('SIGUSR2', releaseHeldJobs);
log.info('working');
