import { describe, expect, test } from 'vitest';
import { monitorEventLoop } from './event-loop-monitor.ts';
import { hostileBodies, listsPath, rawPost, signInPath } from './hostile-requests.ts';
import { requestRaw } from './raw-http.ts';
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
  test.each(Object.keys(hostileBodies))(
    '%s blocks the event loop for at most 50 ms at a time',
    async (name) => {
      const request = rawPost(path, hostileBodies[name]!(bytes), await headersOf());
      const measured: number[] = [];
      for (let round = 0; round < 5; round++) {
        const monitor = monitorEventLoop();
        expect((await requestRaw(service.origin, request)).status).not.toBe(429);
        monitor.stop();
        measured.push(monitor.maxCpuMs());
      }
      expect(Math.min(...measured)).toBeLessThan(maxMs);
    },
  );
});
