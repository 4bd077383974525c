import type { Dispatcher } from 'undici';

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Not decompressed. */
  body: Buffer;
  truncated: boolean;
}

/**
 * Reads one response from undici, up to `maxBytes`. The `request` of undici would create a stream for
 * each response.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  /** Undefined before the response starts. */
  status: number | undefined;
  readonly #maxBytes: number;
  readonly #response = Promise.withResolvers<HttpResponse>();
  readonly #parts: Buffer[] = [];
  #size = 0;
  #headers: Record<string, string> = {};
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get response(): Promise<HttpResponse> {
    return this.#response.promise;
  }

  /** Rejects at once and closes the connection. */
  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#response.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while undici was connecting, when there was no controller.
    if (this.#abortReason) controller.abort(this.#abortReason);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const isInterim = status < 200;
    if (isInterim) return;
    this.status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) return;
    this.onResponseEnd();
    controller.abort(new Error('The response is too large.'));
  }

  onResponseEnd(): void {
    this.#response.resolve({
      status: this.status!,
      headers: this.#headers,
      body: Buffer.concat(this.#parts).subarray(0, this.#maxBytes),
      truncated: this.#size > this.#maxBytes,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#response.reject(error);
  }
}
