import type { ErrorCode } from '@outcrop/contract';

interface ErrorBody {
  code: ErrorCode;
  message: string;
  correlationId: string;
  fieldErrors?: Record<string, string[]>;
}

/** A response that is not 200. Quote `correlationId` to support. */
export class OutcropError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly correlationId: string;
  readonly fieldErrors: Record<string, string[]>;
  /** Seconds from `Retry-After`, if sent. */
  readonly retryAfter: number | null;

  constructor(response: Response, error: ErrorBody) {
    super(error.message);
    this.name = 'OutcropError';
    this.status = response.status;
    this.code = error.code;
    this.correlationId = error.correlationId;
    this.fieldErrors = error.fieldErrors ?? {};
    const wait = response.headers.get('retry-after');
    this.retryAfter = wait === null ? null : Number(wait);
  }
}

/** Returns the data of a response, or throws an `OutcropError`. */
export async function dataOf<Data>(response: Response): Promise<Data> {
  const body = (await response.json().catch(() => null)) as
    | { ok: true; data: Data }
    | { ok: false; error: ErrorBody }
    | null;
  if (body?.ok === true) return body.data;
  throw new OutcropError(response, body?.error ?? proxyError(response));
}

/** A proxy answered instead of the service. */
const proxyError = (response: Response): ErrorBody => ({
  code: 'unavailable',
  message:
    `The service could not be reached: a proxy responded with ${response.status}. Try ` +
    'again in a moment.',
  correlationId: response.headers.get('x-correlation-id') ?? '',
});

const maxAttempts = 3;
const repeatable: ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_in_progress'];

/**
 * Delay before a failed read, or a failed write with a key, is retried, or null if it should not be.
 * Network errors, rate limits, unavailability and a key whose first request still runs are retried;
 * other errors are final.
 */
export function retryDelayMs(error: unknown, attempt: number): number | null {
  if (attempt >= maxAttempts) return null;
  const backoff = 1_000 * 2 ** attempt * (0.75 + Math.random() / 2);
  if (!(error instanceof OutcropError)) return isNetworkError(error) ? backoff : null;
  if (!repeatable.includes(error.code)) return null;
  return error.retryAfter === null ? backoff : error.retryAfter * 1_000 + Math.random() * 250;
}

/** What `fetch` of Node, Chrome, Firefox and Safari says when there is no response. */
const networkMessages =
  /^(fetch failed|terminated|Failed to fetch|network error|NetworkError when|Load failed|A network error)/;

/** Whether no response arrived, or not in time. A mistake in the program is a TypeError too. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    (error instanceof TypeError && networkMessages.test(error.message)));
