import type { FastifyBaseLogger } from 'fastify';
import { createClient, defineScript } from 'redis';
import { counter } from '../observe/metrics.ts';
import { inSpan, SpanKind } from '../observe/tracing.ts';

const rateChecks = counter(
  'outcrop_rate_limit_checks_total',
  'Rate limit checks, by who counted: `process` while Redis is unreachable or slow',
  ['counted_by'],
);
const redisSpan = () => ({ name: 'redis rate limit', kind: SpanKind.CLIENT });

export interface RateLimit {
  key: string;
  limit: number;
}

export interface RateResult<L extends RateLimit = RateLimit> {
  allowed: boolean;
  /** The limit that rejects, or the one with the fewest requests left. */
  tightest: L;
  remaining: number;
  /** Seconds until its oldest counted request leaves the window. */
  seconds: number;
}

const minuteMs = 60_000;
/** How long a request waits for Redis. */
const redisTimeoutMs = 40;
const redisRetryMs = 1_000;

// Sliding logs: one entry for each allowed request in each limit; rejected requests are not
// counted. Redis's clock is used, so that processes with different clocks agree.
const takeScript = defineScript({
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
  parseCommand(parser, limits: RateLimit[], windowMs: number, entry: string) {
    parser.push(String(limits.length));
    for (const { key } of limits) parser.pushKey(redisKey(key));
    parser.push(String(windowMs), entry, ...limits.map(({ limit }) => String(limit)));
  },
  transformReply: undefined as unknown as () => number[],
});

const redisKey = (key: string) => `rate:${key}`;

/**
 * Counts requests in a sliding window, in Redis for all processes. Each process also counts
 * locally: the local count decides while Redis is unreachable, and keeps a process within the limit
 * when Redis comes and goes.
 */
export class RateWindows {
  readonly #redis;
  readonly #windowMs: number;
  readonly #redisMs: number;
  readonly #local = new Map<string, number[]>();
  readonly #sweep: NodeJS.Timeout;
  #redisRetryAt = 0;
  #isRedisLost = false;

  /** Logs when Redis is lost and when it is back, if there is a log. */
  constructor(
    url: string,
    windowMs = minuteMs,
    redisMs = redisTimeoutMs,
    log?: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  ) {
    this.#windowMs = windowMs;
    this.#redisMs = redisMs;
    this.#redis = createClient({
      url,
      disableOfflineQueue: true,
      // A silent connection is replaced within two seconds.
      pingInterval: 500,
      socket: {
        connectTimeout: 1_000 + redisMs,
        socketTimeout: 1_500 + redisMs,
        reconnectStrategy: () => 250,
      },
      scripts: { take: takeScript },
    });
    // Failures fall back to the local count. Each attempt to connect emits an error.
    this.#redis.on('error', (err: Error) => {
      if (!this.#isRedisLost) log?.warn({ err }, 'Redis is lost: this process counts on its own');
      this.#isRedisLost = true;
    });
    this.#redis.on('ready', () => {
      if (this.#isRedisLost) log?.info('Redis is back: all processes count together');
      this.#isRedisLost = false;
    });
    this.#redis.connect().catch(() => {});
    this.#sweep = setInterval(() => this.#removeExpired(), minuteMs).unref();
  }

  /** Counts one request of `key` if the limit allows it. `entry` must be unique. */
  take(key: string, limit: number, entry: string): Promise<RateResult> {
    return this.takeAll([{ key, limit }], entry);
  }

  /** Counts one request in all windows, or in none if one is exhausted. */
  async takeAll<L extends RateLimit>(limits: L[], entry: string): Promise<RateResult<L>> {
    const shared = await inSpan(redisSpan, () => this.#takeShared(limits, entry));
    rateChecks.inc({ counted_by: shared ? 'redis' : 'process' });
    if (shared?.allowed === false) return shared;
    const local = this.#takeLocal(limits);
    return shared && local.allowed && shared.remaining <= local.remaining ? shared : local;
  }

  /** Removes a counted request that was not served. */
  async refund(limits: RateLimit[], entry: string): Promise<void> {
    for (const { key } of limits) this.#local.get(key)?.pop();
    if (!this.isShared) return;
    const removed = limits.map(({ key }) => this.#redis.zRem(redisKey(key), entry));
    await withTimeout(Promise.all(removed), this.#redisMs).catch(() => {});
  }

  /** Resets `key`. */
  async clear(key: string): Promise<void> {
    this.#local.delete(key);
    if (this.isShared)
      await withTimeout(this.#redis.del(redisKey(key)), this.#redisMs).catch(() => {});
  }

  async #takeShared<L extends RateLimit>(
    limits: L[],
    entry: string,
  ): Promise<RateResult<L> | null> {
    if (!this.isShared) return null;
    const reply = this.#redis.take(limits, this.#windowMs, entry);
    try {
      const [allowed, tightest, remaining, ms] = (await withTimeout(reply, this.#redisMs)) as [
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
      // Send nothing until this settles: writes would keep a dead connection alive.
      this.#redisRetryAt = Infinity;
      const retryLater = () => {
        this.#redisRetryAt = Date.now() + redisRetryMs;
      };
      reply.then(retryLater, retryLater);
      return null;
    }
  }

  #takeLocal<L extends RateLimit>(limits: L[]): RateResult<L> {
    const now = Date.now();
    const logs = limits.map((limit) => ({
      limit,
      times: (this.#local.get(limit.key) ?? []).filter((at) => at > now - this.#windowMs),
    }));
    const allowed = logs.every(({ limit, times }) => times.length < limit.limit);
    for (const { limit, times } of logs) {
      if (allowed) times.push(now);
      if (times.length > 0) this.#local.set(limit.key, times);
    }
    const requestsLeft = ({ limit, times }: (typeof logs)[number]) => limit.limit - times.length;
    const tightest = logs.reduce((least, log) =>
      requestsLeft(log) < requestsLeft(least) ? log : least,
    );
    return {
      allowed,
      tightest: tightest.limit,
      remaining: requestsLeft(tightest),
      seconds: Math.ceil((tightest.times[0]! + this.#windowMs - now) / 1_000),
    };
  }

  #removeExpired(): void {
    const edge = Date.now() - this.#windowMs;
    for (const [key, log] of this.#local) if ((log.at(-1) ?? 0) <= edge) this.#local.delete(key);
  }

  get isShared(): boolean {
    return this.#redis.isReady && Date.now() >= this.#redisRetryAt;
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#redis.destroy();
  }
}

/**
 * Waits for Redis in two halves plus one event loop turn: a busy process may have just sent its
 * command, or have the reply unread.
 */
function withTimeout<T>(reply: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error('Redis took too long'));
    let timer = setTimeout(() => {
      timer = setTimeout(() => setImmediate(onTimeout), timeoutMs / 2);
    }, timeoutMs / 2);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
