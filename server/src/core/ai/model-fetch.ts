import type { Egress } from '../../platform/egress/egress.ts';
import { assertNoOpenTransaction } from '../../platform/transaction-guard.ts';

const maxBytes = 512 * 1024;
const timeoutMs = 60_000;

export type ModelFetch = typeof globalThis.fetch;

export class NoModelAnswer extends Error {}

export class ModelAnswerTooLarge extends Error {}

/** For the provider of a workspace. Goes through egress, like every URL that a workspace chooses. */
export const guardedFetch =
  (egress: Egress): ModelFetch =>
  async (input, init) => {
    const answer = await egress.request({
      url: String(input instanceof Request ? input.url : input),
      method: init?.method === 'GET' ? 'GET' : 'POST',
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        'accept-encoding': 'identity',
      },
      ...(typeof init?.body === 'string' && { body: init.body }),
      ...(init?.signal && { signal: init.signal }),
      timeoutMs,
      maxBytes,
    });
    if (!answer.answered) throw new NoModelAnswer(answer.message);
    if (answer.truncated) throw new ModelAnswerTooLarge();
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };

/** For the operator's provider, which may be on a private network. */
export const boundedFetch: ModelFetch = async (input, init) => {
  assertNoOpenTransaction('The language model');
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = init?.signal ? AbortSignal.any([limit, init.signal]) : limit;
  try {
    const answer = await fetch(input, { ...init, signal, redirect: 'error' });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) throw new ModelAnswerTooLarge();
    }
    return new Response(Buffer.concat(parts), { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (error instanceof ModelAnswerTooLarge || init?.signal?.aborted) throw error;
    throw new NoModelAnswer(
      limit.aborted
        ? `The language model did not answer within ${timeoutMs / 1_000} s.`
        : 'The language model cannot be reached.',
    );
  }
};
