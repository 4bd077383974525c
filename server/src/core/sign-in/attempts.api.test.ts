import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { AttemptLimiter } from './attempts.ts';

test('attempts from one /64 count together, and those from another count separately', async () => {
  const attempts = new AttemptLimiter(readConfig().REDIS_URL);
  onTestFinished(() => attempts.close());
  const account = randomUUID();
  const prefix = `2001:db8:${randomBytes(2).toString('hex')}`;
  const attempt = (address: string) => attempts.allow('password', account, address);
  for (let n = 0; n < 10; n++) await attempt(`${prefix}:1::${n}`);
  await expect(attempt(`${prefix}:1::ffff`)).rejects.toMatchObject({ code: 'rate_limited' });
  await attempt(`${prefix}:2::1`);
});
