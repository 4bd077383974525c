import { setTimeout as sleep } from 'node:timers/promises';

const attempts = 10;

/** A fetch that repeats what a busy machine could not serve, after the time the service asks for. */
export const patientFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(input, init);
    if (response.status !== 503 || attempt === attempts) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
};
