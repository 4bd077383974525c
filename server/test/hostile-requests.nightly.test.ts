import { describe, expect, test } from 'vitest';
import { monitorEventLoop } from './event-loop-monitor.ts';
import { hostileBodies, listsPath, rawPost, signInPath } from './hostile-requests.ts';
import { requestRaw } from './raw-http.ts';
import { recordMeasurement } from './record-measurement.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const visitors = async () => ({ Origin: service.origin });
const bearer = async () => ({ Authorization: `Bearer ${await workspace.token('owner')}` });
const maxMs = 50;

describe.each([
  [signInPath, 60 * 1024, visitors],
  [listsPath, 960 * 1024, bearer],
  ['/leads', 3_840 * 1024, bearer],
])('%s, with a body of %i bytes', (path, bytes, headersOf) => {
  let worstMs = 0;
  test.each(Object.keys(hostileBodies))(
    '%s blocks the event loop for at most 50 ms at a time',
    async (name) => {
      const request = rawPost(path, hostileBodies[name]!(bytes), await headersOf());
      const blockedMs: number[] = [];
      for (let round = 0; round < 5; round++) {
        const monitor = monitorEventLoop();
        expect((await requestRaw(service.origin, request)).status).not.toBe(429);
        monitor.stop();
        blockedMs.push(monitor.maxCpuMs());
      }
      const leastMs = Math.min(...blockedMs);
      worstMs = Math.max(worstMs, leastMs);
      recordMeasurement(
        `event loop, worst hostile body to ${path}`,
        `${worstMs.toFixed(1)} ms of CPU`,
      );
      expect(leastMs).toBeLessThan(maxMs);
    },
  );
});
