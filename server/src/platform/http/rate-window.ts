import { createClient, defineScript } from 'redis';

export interface Verdict {
  allowed: boolean;
  /** Requests left in the window. */
  remaining: number;
  /** Seconds until the oldest counted request leaves the window. */
  seconds: number;
}

const minuteMs = 60_000;
const patienceMs = 40;
const restMs = 1_000;

// A sliding log: one entry per allowed request. Refused ones are not counted. Redis's own clock
// decides, so that processes with different clocks agree.
const script = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
    local used = redis.call('ZCARD', KEYS[1])
    local allowed = used < limit
    if allowed then
      redis.call('ZADD', KEYS[1], now, ARGV[3])
      redis.call('PEXPIRE', KEYS[1], window)
      used = used + 1
    end
    local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
    return { allowed and 1 or 0, limit - used, oldest + window - now }`,
  parseCommand(parser, key: string, limit: number, windowMs: number, entry: string) {
    parser.pushKey(key);
    parser.push(String(limit), String(windowMs), entry);
  },
  transformReply: undefined as unknown as () => number[],
});

/**
 * Counts requests over the last 60 seconds or more, in Redis for all processes. Each process also keeps a
 * count of its own: it decides while Redis is away, and a Redis that comes and goes cannot make
 * one process allow more than the limit.
 */
export class RateWindows {
  readonly #redis;
  readonly #windowMs: number;
  readonly #own = new Map<string, number[]>();
  readonly #sweep: NodeJS.Timeout;
  #restUntil = 0;

  constructor(url: string, windowMs = minuteMs) {
    this.#windowMs = windowMs;
    this.#redis = createClient({
      url,
      disableOfflineQueue: true,
      // A connection that went silent is given up within two seconds, and a new one is tried.
      pingInterval: 500,
      socket: { connectTimeout: 1_000, socketTimeout: 1_500, reconnectStrategy: () => 250 },
      scripts: { take: script },
    });
    // Every failure already shows as a take that is decided alone.
    this.#redis.on('error', () => {});
    this.#redis.connect().catch(() => {});
    this.#sweep = setInterval(() => this.#forgetOld(), minuteMs).unref();
  }

  /** Takes one request from `key`'s window if there is one left. `entry` must be unique. */
  async take(key: string, limit: number, entry: string): Promise<Verdict> {
    const shared = await this.#takeShared(key, limit, entry);
    if (shared?.allowed === false) return shared;
    const own = this.#takeOwn(key, limit);
    if (!shared || !own.allowed) return own;
    return { ...shared, remaining: Math.min(shared.remaining, own.remaining) };
  }

  /** Lets `key` begin anew. */
  async clear(key: string): Promise<void> {
    this.#own.delete(key);
    if (this.isShared) await soon(this.#redis.del(`rate:${key}`)).catch(() => {});
  }

  async #takeShared(key: string, limit: number, entry: string): Promise<Verdict | null> {
    if (!this.isShared) return null;
    const answer = this.#redis.take(`rate:${key}`, limit, this.#windowMs, entry);
    try {
      const [allowed, remaining, ms] = (await soon(answer)) as [number, number, number];
      return { allowed: allowed === 1, remaining, seconds: Math.ceil(ms / 1_000) };
    } catch {
      // Nothing more is sent before this is settled: writing would keep a dead connection alive.
      this.#restUntil = Infinity;
      const rest = () => {
        this.#restUntil = Date.now() + restMs;
      };
      answer.then(rest, rest);
      return null;
    }
  }

  #takeOwn(key: string, limit: number): Verdict {
    const now = Date.now();
    const log = (this.#own.get(key) ?? []).filter((at) => at > now - this.#windowMs);
    const allowed = log.length < limit;
    if (allowed) log.push(now);
    this.#own.set(key, log);
    return {
      allowed,
      remaining: limit - log.length,
      seconds: Math.ceil((log[0]! + this.#windowMs - now) / 1_000),
    };
  }

  #forgetOld(): void {
    const edge = Date.now() - this.#windowMs;
    for (const [key, log] of this.#own) if (log.at(-1)! <= edge) this.#own.delete(key);
  }

  get isShared(): boolean {
    return this.#redis.isReady && Date.now() >= this.#restUntil;
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#redis.destroy();
  }
}

/**
 * Waits only as long as a request may be held up by a Redis that does not answer. Twice half as
 * long, and then one more look: a process that is itself behind may only just have sent its
 * question, and may have the answer lying there unread.
 */
function soon<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('Redis took too long'));
    let timer = setTimeout(() => {
      timer = setTimeout(() => setImmediate(giveUp), patienceMs / 2);
    }, patienceMs / 2);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
