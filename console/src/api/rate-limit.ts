import { createStore } from '../browser/store.ts';

/** Unix time in milliseconds at which calls are allowed again; 0 if there was no rate limit. */
export const rateLimitedUntil = createStore(0);
