import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from '../platform/error.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { RateWindows } from '../platform/http/rate-window.ts';

const minutes = 15;

/** How often someone may try within 15 minutes. Few enough that guessing a password is hopeless. */
const most = { here: 10, anywhere: 100, perAddress: 300 };

/**
 * Counts tries at passwords and codes, by what is tried and from where. Whether the account exists
 * is not asked, so that the answer cannot tell. From elsewhere the account stays within reach of
 * its owner when someone else has used up their tries.
 */
export class Attempts {
  readonly #windows: RateWindows;

  constructor(redisUrl: string, redisMs?: number) {
    this.#windows = new RateWindows(redisUrl, minutes * 60_000, redisMs);
  }

  /** `account` is an address or id; only a hash of it is kept, and that not for long. */
  async allow(what: string, account: string, address: string): Promise<void> {
    const network = clientNetwork(address);
    await this.#take(`${what}:${hashed(account)}:${network}`, most.here);
    await this.#take(`${what}:${hashed(account)}`, most.anywhere);
    await this.#take(`${what}:${network}`, most.perAddress);
  }

  /** It was the right one: whoever knows it has all their tries again. */
  async succeeded(what: string, account: string, address: string): Promise<void> {
    await this.#windows.clear(`try:${what}:${hashed(account)}:${clientNetwork(address)}`);
  }

  async #take(key: string, limit: number): Promise<void> {
    const { allowed, seconds } = await this.#windows.take(`try:${key}`, limit, randomUUID());
    if (allowed) return;
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`;
    throw new ApiError('rate_limited', `Too many tries. Wait ${wait}, then try again.`, {
      retryAfter: seconds,
    });
  }

  close(): void {
    this.#windows.close();
  }
}

const hashed = (account: string) => createHash('sha256').update(account).digest('base64url');
