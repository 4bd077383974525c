import { describe, expect, test } from 'vitest';
import { hostileBodies, listsPath, posting, signInPath } from './hostile-requests.ts';
import { watchLoop } from './loop-watch.ts';
import { ask } from './raw-http.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const visitors = async () => ({ Origin: service.origin });
const bearer = async () => ({ Authorization: `Bearer ${await workspace.token('owner')}` });
const mostMs = 50;

describe.each([
  [signInPath, 60 * 1024, visitors],
  [listsPath, 960 * 1024, bearer],
  ['/leads', 3_840 * 1024, bearer],
])('%s, with a body of %i bytes', (path, bytes, headersOf) => {
  test.each(Object.keys(hostileBodies))(
    '%s holds the event loop for at most 50 ms at a stretch',
    async (name) => {
      const request = posting(path, hostileBodies[name]!(bytes), await headersOf());
      const longest: number[] = [];
      for (let round = 0; round < 5; round++) {
        const watch = watchLoop();
        expect((await ask(service.origin, request)).status).not.toBe(429);
        watch.stop();
        longest.push(watch.longestMs());
      }
      expect(Math.min(...longest)).toBeLessThan(mostMs);
    },
  );
});
