import { createStore } from '../browser/store.ts';

/** Unix time in milliseconds when calls are allowed again; 0 without a rate limit. */
export const rateLimitedUntil = createStore(0);
