import { randomUUID } from 'node:crypto';
import { ApiError } from '../platform/error.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import type { RateWindows } from '../platform/http/rate-window.ts';

/** Unknown tokens that a network may send in a minute before it has to wait. */
const unknownPerMinute = 300;

const recognizedForMs = 10 * 60_000;
const maxRemembered = 10_000;

/**
 * Keeps made-up tokens from the database: their checksum is public, so anyone can make tokens that
 * look right. A network that has sent too many is refused before the look-up, except for tokens
 * that this process has recognized lately. Those are looked up as ever, so a revoked one is 401, and
 * an integration that goes on sending it keeps nobody else at its address out.
 */
export class UnknownTokens {
  readonly #windows: RateWindows;
  readonly #perMinute: number;
  /** Until when a network is refused, and until when a token counts as recognized. */
  readonly #refusedUntil = new Map<string, number>();
  readonly #recognizedUntil = new Map<string, number>();

  constructor(windows: RateWindows, perMinute = unknownPerMinute) {
    this.#windows = windows;
    this.#perMinute = perMinute;
  }

  /** Throws if a token that is not known here may not be looked up for this address now. */
  refuse(hash: string, address: string): void {
    const until = this.#refusedUntil.get(clientNetwork(address)) ?? 0;
    const now = Date.now();
    if (until <= now || this.#wasRecognized(hash)) return;
    const seconds = Math.ceil((until - now) / 1_000);
    throw new ApiError(
      'rate_limited',
      `Too many access tokens that are not valid came from this address. Check the token, wait ${seconds} s, then try again.`,
      { retryAfter: seconds },
    );
  }

  recognized(hash: string): void {
    remember(this.#recognizedUntil, hash, Date.now() + recognizedForMs);
  }

  async unknown(hash: string, address: string): Promise<void> {
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

/** The oldest entries go first; each is put at the end again when it is renewed. */
function remember(until: Map<string, number>, key: string, at: number): void {
  until.delete(key);
  until.set(key, at);
  for (const oldest of until.keys()) {
    if (until.size <= maxRemembered) return;
    until.delete(oldest);
  }
}
