import { randomBytes, randomUUID } from 'node:crypto';
import { basePath } from '@outcrop/contract';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { newVisitor } from '../../../test/accounts.ts';
import { testService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { sql } from '../../platform/db/index.ts';
import { RateWindows } from '../../platform/http/rate-window.ts';
import { generateToken } from '../tokens/access-token.ts';
import { UnknownTokens } from './unknown-tokens.ts';

/** The unknown tokens as one process counts them, with a limit of ten per minute. */
async function ofOneProcess() {
  const windows = new RateWindows(readConfig().REDIS_URL, 60_000, 10_000);
  onTestFinished(() => windows.close());
  await expect.poll(() => windows.isShared).toBe(true);
  const tokens = new UnknownTokens(windows, 10);
  return {
    tokens,
    isRefused: (hash: string, address: string) => {
      try {
        tokens.rejectIfBlocked(hash, address);
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' });
        return true;
      }
    },
    sendUnknown: async (address: string, count = 10) => {
      for (let sent = 0; sent < count; sent++) await tokens.recordUnknown(randomUUID(), address);
    },
  };
}

/** An address, and another one in the same /64. */
const neighbors = () => {
  const prefix = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
  return [`${prefix}::1`, `${prefix}::2`] as const;
};

test('an address is blocked once it exceeds the allowed number of unknown tokens', async () => {
  const { isRefused, sendUnknown } = await ofOneProcess();
  const [address] = neighbors();
  await sendUnknown(address, 9);
  expect(isRefused('new', address)).toBe(false);
  await sendUnknown(address, 1);
  expect(isRefused('new', address)).toBe(true);
});

test('the addresses of one /64 are blocked together, and no others', async () => {
  const { isRefused, sendUnknown } = await ofOneProcess();
  const [address, neighbor] = neighbors();
  await sendUnknown(address);
  expect(isRefused('new', neighbor)).toBe(true);
  expect(isRefused('new', neighbors()[0])).toBe(false);
});

test('a recently recognized token is not blocked, and does not count after it is revoked', async () => {
  const { tokens, isRefused, sendUnknown } = await ofOneProcess();
  const [address] = neighbors();
  tokens.recordRecognized('known');
  for (let sent = 0; sent < 20; sent++) await tokens.recordUnknown('known', address);
  expect(isRefused('new', address)).toBe(false);
  await sendUnknown(address);
  expect(isRefused('new', address)).toBe(true);
  expect(isRefused('known', address)).toBe(false);
});

test('processes share their counts: another process blocks an address after one lookup', async () => {
  const [one, other] = [await ofOneProcess(), await ofOneProcess()];
  const [address] = neighbors();
  await one.sendUnknown(address);
  expect(other.isRefused('new', address)).toBe(false);
  await other.sendUnknown(address, 1);
  expect(other.isRefused('new', address)).toBe(true);
});

test('after 300 unknown tokens in a minute an address must wait; tokens it used before still work, and malformed ones return 401', async () => {
  const service = await testService();
  const workspace = await service.workspace();
  const { token: used, tokenId } = await workspace.user('viewer');
  const unused = await workspace.token('viewer');
  const dispatcher = new Agent({ localAddress: newVisitor().address!, connections: 10 });
  onTestFinished(() => dispatcher.close());
  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${service.origin}${basePath.ext}/session`, { headers, dispatcher });
    await answer.text();
    return answer;
  };
  const status = async (token: string) => (await call(token)).status;

  expect(await status(used)).toBe(200);
  const unknown = await Promise.all(Array.from({ length: 300 }, () => status(generateToken('a'))));
  expect(new Set(unknown)).toEqual(new Set([401]));
  const refused = await call(unused);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await status(`${unused}x`)).toBe(401);
  expect(await status(used)).toBe(200);
  await service.owner.query(sql`update api_token set revoked_at = now() where id = ${tokenId}`);
  expect(await status(used)).toBe(401);
  expect((await service.call(unused, 'GET', '/session')).status).toBe(200);
});
