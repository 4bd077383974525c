import type { ErrorCode } from '@outcrop/contract';

interface ErrorBody {
  code: ErrorCode;
  message: string;
  correlationId: string;
  fieldErrors?: Record<string, string[]>;
}

/** An answer that is not 200. `correlationId` is what support asks for. */
export class OutcropError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly correlationId: string;
  readonly fieldErrors: Record<string, string[]>;
  /** Seconds to wait before the same call can succeed, where the server said so. */
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

/** The data of an answer; an `OutcropError` if it is a refusal, or no answer of this service at all. */
export async function dataOf<Data>(response: Response): Promise<Data> {
  const answer = (await response.json().catch(() => null)) as
    | { ok: true; data: Data }
    | { ok: false; error: ErrorBody }
    | null;
  if (answer?.ok === true) return answer.data;
  throw new OutcropError(response, answer?.error ?? notOurs(response));
}

/** Something in between has answered: a proxy in front of a service that is away. */
const notOurs = (response: Response): ErrorBody => ({
  code: 'unavailable',
  message: `The service could not be reached: something before it answered ${response.status}. Try again in a moment.`,
  correlationId: response.headers.get('x-correlation-id') ?? '',
});

const mostAttempts = 3;

/**
 * Milliseconds after which a failed read is worth repeating, or null if it is not: what the service
 * refused for good stays refused, and what nobody answered may have been a passing fault.
 */
export function repeatAfter(error: unknown, attempt: number): number | null {
  if (attempt >= mostAttempts) return null;
  const backoff = 1_000 * 2 ** attempt * (0.75 + Math.random() / 2);
  if (!(error instanceof OutcropError)) return backoff;
  if (error.code !== 'rate_limited' && error.code !== 'unavailable') return null;
  return error.retryAfter === null ? backoff : error.retryAfter * 1_000 + Math.random() * 250;
}
