import { stored } from './stored.ts';

/** When calls are worth trying again, in milliseconds since 1970; 0 while nothing was refused. */
export const rateLimitedUntil = stored(0);
