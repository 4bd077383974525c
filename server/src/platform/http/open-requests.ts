import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessages, maxUploadBytes } from '@outcrop/contract';
import type { FastifyRequest } from 'fastify';
import { type UnavailableReason, unavailableError } from '../error.ts';
import { FairQueue } from '../fair-queue.ts';
import { clientNetwork } from './client-network.ts';
import { openRequests } from './observe-requests.ts';
import { SharedLimit, type ShareHolder } from './shared-limit.ts';

/** At this size each, the bodies of all open requests take 250 MiB. */
const largeBytes = 64 * 1024;

/** A caller has an eighth of each limit, a workspace and a network a quarter. */
const callerShare = (total: number): number => Math.ceil(total / 8);
const groupShare = (total: number): number => Math.ceil(total / 4);

const largeBodies = 64;
/** A caller can upload one file of the maximum size. */
const temporaryBytes = 8 * maxUploadBytes;

/**
 * Requests in progress in this process, and what they hold: a slot, memory for their body and space for
 * their file. All of it is taken before any work and before a body is read, and released with the
 * response.
 */
export class OpenRequests {
  readonly #max: number;
  readonly #slots: SharedLimit;
  // At 4 MiB each, large bodies take at most 256 MiB in total and 32 MiB for a caller.
  readonly #largeBodies: FairQueue;
  readonly #uploads = new SharedLimit(temporaryBytes);
  readonly #holders = new WeakMap<FastifyRequest, ShareHolder[]>();

  constructor(max: number, maxWaitMs: number) {
    this.#max = max;
    this.#slots = new SharedLimit(max);
    this.#largeBodies = new FairQueue({
      pool: 'large_bodies',
      slots: largeBodies,
      slotsPerKey: callerShare(largeBodies),
      slotsPerGroup: groupShare(largeBodies),
      maxWaiting: 1_000,
      maxWaitingPerKey: 200,
      maxWaitMs,
      overloadedMaxWaitMs: maxWaitMs / 10,
    });
  }

  /**
   * Counts a request until its response is sent. The signal aborts if the caller disconnects before.
   */
  add(request: FastifyRequest, response: ServerResponse): AbortSignal {
    const holders = [{ key: networkOf(request), max: groupShare(this.#max) }];
    const exceeded = this.#slots.take(1, holders);
    if (exceeded) throw tooMany('too_many_open', exceeded);
    this.#holders.set(request, holders);
    openRequests.inc();
    const disconnected = new AbortController();
    response.once('close', () => {
      this.#slots.release(1, holders);
      openRequests.dec();
      if (!response.writableFinished) disconnected.abort();
    });
    return disconnected.signal;
  }

  /** Counts the request also for its caller and their workspace, once they are known. */
  addCaller(request: FastifyRequest): void {
    const holders = callersOf(request, this.#max);
    if (!this.#slots.share(1, holders)) throw tooMany('too_many_open', 'share');
    this.#holders.get(request)!.push(...holders);
  }

  /**
   * Resolves when the body may be read. Large bodies stay in memory until the response, so only a
   * few are read at the same time.
   */
  async admitBody(
    request: FastifyRequest,
    response: ServerResponse,
    maxBytes: number,
  ): Promise<void> {
    if (expectedBytes(request.raw, maxBytes) <= largeBytes) return;
    const network = networkOf(request);
    const disconnected = request.disconnectSignal!;
    const key = request.caller?.userId ?? network;
    const release = await this.#largeBodies.acquire(key, disconnected, network);
    if (disconnected.aborted) release();
    else response.once('close', release);
  }

  /** Reserves the space for the file of a request. */
  admitUpload(request: FastifyRequest, response: ServerResponse): void {
    const bytes = expectedBytes(request.raw, maxUploadBytes);
    const holders = [
      { key: networkOf(request), max: groupShare(temporaryBytes) },
      ...callersOf(request, temporaryBytes),
    ];
    const exceeded = this.#uploads.take(bytes, holders);
    if (exceeded) throw tooMany('storage', exceeded);
    response.once('close', () => this.#uploads.release(bytes, holders));
  }
}

/** The size of the body if it is known, otherwise the maximum. */
const expectedBytes = ({ headers }: IncomingMessage, maxBytes: number): number =>
  headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0), maxBytes)
    : maxBytes;

const networkOf = ({ ip }: FastifyRequest): string => clientNetwork(ip);

function callersOf({ caller, user }: FastifyRequest, total: number): ShareHolder[] {
  const userId = caller?.userId ?? user?.userId;
  return [
    ...(userId === undefined ? [] : [{ key: userId, max: callerShare(total) }]),
    ...(caller === null ? [] : [{ key: caller.workspaceId, max: groupShare(total) }]),
  ];
}

const tooMany = (reason: UnavailableReason, exceeded: 'total' | 'share') =>
  unavailableError(
    reason,
    exceeded === 'total' ? errorMessages.busy : errorMessages.tooManyOpen(reason === 'storage'),
    { retryAfter: 5 },
  );
