import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWorker } from '../../src/start-worker.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';
import { slowJobs } from './slow-jobs.ts';

/** The worker as worker.ts starts it, with jobs that tests can watch. */
const config = readConfig();
const log = createLog(config.LOG_LEVEL);
stopOnSignal(await startWorker(config, log, slowJobs), log);
log.info('working');
