import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `work` until stopped; an error does not end the loop. */
export function repeatWork(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch(onError);
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const stopped = loop();
  return {
    stop: async () => {
      stopping.abort();
      await stopped;
    },
  };
}
