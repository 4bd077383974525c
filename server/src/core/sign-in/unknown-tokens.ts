import { randomUUID } from 'node:crypto';
import { ApiError } from '../../platform/error.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import type { RateWindows } from '../../platform/http/rate-window.ts';

/** Unknown tokens that a network may send per minute. */
const unknownPerMinute = 300;

const recognizedForMs = 10 * 60_000;
const maxRemembered = 10_000;

/**
 * Keeps forged tokens away from the database: the checksum is public, so anyone can create well-formed
 * tokens. A network that sent too many of them is rejected before the lookup. Tokens that this process
 * recognized recently are always looked up, so that a revoked token gets a 401 and does not block
 * other clients at its address.
 */
export class UnknownTokens {
  readonly #windows: RateWindows;
  readonly #perMinute: number;
  /** Times until which a network is blocked and a token counts as recognized. */
  readonly #refusedUntil = new Map<string, number>();
  readonly #recognizedUntil = new Map<string, number>();

  constructor(windows: RateWindows, perMinute = unknownPerMinute) {
    this.#windows = windows;
    this.#perMinute = perMinute;
  }

  /** Throws if the network is blocked and the token was not recognized recently. */
  rejectIfBlocked(hash: string, address: string): void {
    const until = this.#refusedUntil.get(clientNetwork(address)) ?? 0;
    const now = Date.now();
    if (until <= now || this.#wasRecognized(hash)) return;
    const seconds = Math.ceil((until - now) / 1_000);
    throw new ApiError(
      'rate_limited',
      `Too many invalid access tokens were sent from this address. Check the token, wait ${seconds} s, then try again.`,
      { retryAfter: seconds },
    );
  }

  recordRecognized(hash: string): void {
    remember(this.#recognizedUntil, hash, Date.now() + recognizedForMs);
  }

  async recordUnknown(hash: string, address: string): Promise<void> {
    if (this.#wasRecognized(hash)) return;
    const network = clientNetwork(address);
    const { remaining, seconds } = await this.#windows.take(
      `unknown-tokens:${network}`,
      this.#perMinute,
      randomUUID(),
    );
    if (remaining <= 0) remember(this.#refusedUntil, network, Date.now() + seconds * 1_000);
  }

  #wasRecognized(hash: string): boolean {
    return (this.#recognizedUntil.get(hash) ?? 0) > Date.now();
  }
}

/** The oldest entries are removed first; a renewed one moves to the end. */
function remember(until: Map<string, number>, key: string, at: number): void {
  until.delete(key);
  until.set(key, at);
  for (const oldest of until.keys()) {
    if (until.size <= maxRemembered) return;
    until.delete(oldest);
  }
}
