import { setTimeout as sleep } from 'node:timers/promises';

const maxAttempts = 10;

/** Repeats a request that the service answered with 503, after the delay that it asks for. */
export const retryingFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(input, init);
    if (response.status !== 503 || attempt === maxAttempts) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
};
