import { createClient } from 'redis';
import { readConfig } from '../src/config.ts';

/** Fills a rate limit window as if all its requests had just been sent. */
export async function fillRateWindow(window: string, perMinute: number): Promise<void> {
  const redis = await createClient({ url: readConfig().REDIS_URL }).connect();
  const sent = Array.from({ length: perMinute }, (_, n) => ({ score: Date.now(), value: `${n}` }));
  await redis.zAdd(`rate:${window}`, sent);
  await redis.pExpire(`rate:${window}`, 60_000);
  redis.destroy();
}

/** Empties a rate limit window as if a minute had passed. */
export async function emptyRateWindow(window: string): Promise<void> {
  const redis = await createClient({ url: readConfig().REDIS_URL }).connect();
  await redis.del(`rate:${window}`);
  redis.destroy();
}
