import { setTimeout as sleep } from 'node:timers/promises';

/** Does something now and again until it is stopped; one that fails does not keep it from the next. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const loop = async () => {
    while (!ending.signal.aborted) {
      await work().catch(failed);
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}
