import type { Server } from 'node:http';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startService } from '../../src/service.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';
import { writeRoute } from '../write-route.ts';

/** A test sends this header to make the process crash during its request. */
const crashHeader = 'x-test-crash';

const config = readConfig();
const log = createLog(config.LOG_LEVEL);
const service = await startService(config, log, [writeRoute]);
crashOnRequest(service.app.server);
stopOnSignal(service, log, config.DRAIN_MS);
log.info({ origin: service.origin }, 'listening');

/** `before-answer`: after the commit, before the first byte of the response. */
function crashOnRequest(server: Server): void {
  server.prependListener('request', (request, response) => {
    if (request.headers[crashHeader] !== 'before-answer') return;
    response.writeHead = () => {
      process.kill(process.pid, 'SIGKILL');
      // Wait for the signal.
      for (;;);
    };
  });
}
