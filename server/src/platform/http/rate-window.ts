import { createClient, defineScript } from 'redis';

/** So many requests of `key` in the window. */
export interface Limit {
  key: string;
  limit: number;
}

export interface Verdict<L extends Limit = Limit> {
  allowed: boolean;
  /** The limit that comes first: the one that refuses, or has the fewest requests left. */
  tightest: L;
  /** Requests left in its window. */
  remaining: number;
  /** Seconds until its oldest counted request leaves the window. */
  seconds: number;
}

const minuteMs = 60_000;
/** How long a request may be held up by a Redis that does not answer. */
const patienceMs = 40;
const restMs = 1_000;

// Sliding logs: one entry per allowed request, in the log of every limit. Refused ones are counted in
// none. Redis's own clock decides, so that processes with different clocks agree.
const script = defineScript({
  SCRIPT: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local window, entry = tonumber(ARGV[1]), ARGV[2]
    local left, allowed = {}, true
    for i, key in ipairs(KEYS) do
      redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
      left[i] = tonumber(ARGV[i + 2]) - redis.call('ZCARD', key)
      if left[i] <= 0 then allowed = false end
    end
    local tightest = 1
    for i, key in ipairs(KEYS) do
      if allowed then
        redis.call('ZADD', key, now, entry)
        redis.call('PEXPIRE', key, window)
        left[i] = left[i] - 1
      end
      if left[i] < left[tightest] then tightest = i end
    end
    local oldest = redis.call('ZRANGE', KEYS[tightest], 0, 0, 'WITHSCORES')[2]
    return { allowed and 1 or 0, tightest - 1, left[tightest], oldest + window - now }`,
  parseCommand(parser, limits: Limit[], windowMs: number, entry: string) {
    parser.push(String(limits.length));
    for (const { key } of limits) parser.pushKey(redisKey(key));
    parser.push(String(windowMs), entry, ...limits.map(({ limit }) => String(limit)));
  },
  transformReply: undefined as unknown as () => number[],
});

const redisKey = (key: string) => `rate:${key}`;

/**
 * Counts requests over the last 60 seconds or more, in Redis for all processes. Each process also keeps a
 * count of its own: it decides while Redis is away, and a Redis that comes and goes cannot make
 * one process allow more than the limit.
 */
export class RateWindows {
  readonly #redis;
  readonly #windowMs: number;
  readonly #redisMs: number;
  readonly #own = new Map<string, number[]>();
  readonly #sweep: NodeJS.Timeout;
  #restUntil = 0;

  constructor(url: string, windowMs = minuteMs, redisMs = patienceMs) {
    this.#windowMs = windowMs;
    this.#redisMs = redisMs;
    this.#redis = createClient({
      url,
      disableOfflineQueue: true,
      // A connection that went silent is given up within two seconds, and a new one is tried.
      pingInterval: 500,
      socket: {
        connectTimeout: 1_000 + redisMs,
        socketTimeout: 1_500 + redisMs,
        reconnectStrategy: () => 250,
      },
      scripts: { take: script },
    });
    // Every failure already shows as a take that is decided alone.
    this.#redis.on('error', () => {});
    this.#redis.connect().catch(() => {});
    this.#sweep = setInterval(() => this.#forgetOld(), minuteMs).unref();
  }

  /** Takes one request from `key`'s window if there is one left. `entry` must be unique. */
  take(key: string, limit: number, entry: string): Promise<Verdict> {
    return this.takeAll([{ key, limit }], entry);
  }

  /** Takes one request from each of the windows, or from none if one of them has none left. */
  async takeAll<L extends Limit>(limits: L[], entry: string): Promise<Verdict<L>> {
    const shared = await this.#takeShared(limits, entry);
    if (shared?.allowed === false) return shared;
    const own = this.#takeOwn(limits);
    return shared && own.allowed && shared.remaining <= own.remaining ? shared : own;
  }

  /** Gives back what was allowed: it was not served. */
  async giveBack(limits: Limit[], entry: string): Promise<void> {
    for (const { key } of limits) this.#own.get(key)?.pop();
    if (!this.isShared) return;
    const removed = limits.map(({ key }) => this.#redis.zRem(redisKey(key), entry));
    await soon(Promise.all(removed), this.#redisMs).catch(() => {});
  }

  /** Lets `key` begin anew. */
  async clear(key: string): Promise<void> {
    this.#own.delete(key);
    if (this.isShared) await soon(this.#redis.del(redisKey(key)), this.#redisMs).catch(() => {});
  }

  async #takeShared<L extends Limit>(limits: L[], entry: string): Promise<Verdict<L> | null> {
    if (!this.isShared) return null;
    const answer = this.#redis.take(limits, this.#windowMs, entry);
    try {
      const [allowed, tightest, remaining, ms] = (await soon(answer, this.#redisMs)) as [
        number,
        number,
        number,
        number,
      ];
      return {
        allowed: allowed === 1,
        tightest: limits[tightest]!,
        remaining,
        seconds: Math.ceil(ms / 1_000),
      };
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

  #takeOwn<L extends Limit>(limits: L[]): Verdict<L> {
    const now = Date.now();
    const logs = limits.map((limit) => ({
      limit,
      times: (this.#own.get(limit.key) ?? []).filter((at) => at > now - this.#windowMs),
    }));
    const allowed = logs.every(({ limit, times }) => times.length < limit.limit);
    for (const { limit, times } of logs) {
      if (allowed) times.push(now);
      if (times.length > 0) this.#own.set(limit.key, times);
    }
    const left = ({ limit, times }: (typeof logs)[number]) => limit.limit - times.length;
    const tightest = logs.reduce((least, log) => (left(log) < left(least) ? log : least));
    return {
      allowed,
      tightest: tightest.limit,
      remaining: left(tightest),
      seconds: Math.ceil((tightest.times[0]! + this.#windowMs - now) / 1_000),
    };
  }

  #forgetOld(): void {
    const edge = Date.now() - this.#windowMs;
    for (const [key, log] of this.#own) if ((log.at(-1) ?? 0) <= edge) this.#own.delete(key);
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
 * Waits so long for an answer of Redis. Twice half as long, and then one more look: a process that is itself behind may only just have sent its
 * question, and may have the answer lying there unread.
 */
function soon<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('Redis took too long'));
    let timer = setTimeout(() => {
      timer = setTimeout(() => setImmediate(giveUp), timeoutMs / 2);
    }, timeoutMs / 2);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
