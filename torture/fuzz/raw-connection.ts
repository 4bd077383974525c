import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { bodyBytes, headerOf, type RequestAttempt, targetOf } from './request-attempt.ts';

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  ms: number;
}

const timeoutMs = 30_000;

/** A connection that sends any bytes, valid or not, and reconnects when needed. */
export class RawConnection {
  readonly #address: { host: string; port: number; localAddress: string };
  #socket: Socket | null = null;
  #received: Buffer[] = [];
  #onData: () => void = () => {};
  #fail: (reason: string) => void = () => {};

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    // Its own local address, because some limits are per address.
    const localAddress = `127.0.${randomInt(1, 255)}.${randomInt(1, 255)}`;
    this.#address = { host: hostname, port: Number(port), localAddress };
  }

  /** The answer, or why there is none. */
  async send(attempt: RequestAttempt): Promise<WireAnswer | string> {
    this.#socket ??= this.#open();
    const socket = this.#socket;
    const started = performance.now();
    const answer = await new Promise<Omit<WireAnswer, 'ms'> | string>((resolve) => {
      const timer = setTimeout(() => this.#fail(`no answer in ${timeoutMs / 1_000} s`), timeoutMs);
      const settle = (outcome: Omit<WireAnswer, 'ms'> | string) => {
        clearTimeout(timer);
        this.#onData = () => {};
        this.#fail = () => {};
        if (typeof outcome === 'string' || isLast(attempt, outcome)) this.close();
        resolve(outcome);
      };
      this.#fail = settle;
      this.#onData = () => {
        const received =
          this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received);
        const read = readAnswer(received, attempt.method === 'HEAD');
        this.#received = read ? (read.rest.length > 0 ? [read.rest] : []) : [received];
        if (read) settle(read.answer);
      };
      const body = bodyBytes(attempt.body);
      socket.write(headBytes(attempt, body));
      if (body) socket.write(body);
    });
    return typeof answer === 'string'
      ? answer
      : { ...answer, ms: Math.round(performance.now() - started) };
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
    this.#received = [];
  }

  #open(): Socket {
    const socket = connect({ ...this.#address, noDelay: true });
    const isCurrent = () => socket === this.#socket;
    socket.on('data', (bytes) => {
      if (!isCurrent()) return;
      this.#received.push(bytes);
      this.#onData();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isCurrent()) return;
      this.#socket = null;
      this.#fail('the server closed the connection without an answer');
    });
    return socket;
  }
}

/**
 * Whether to close this connection. After a request with `Upgrade`, Node does not answer a malformed
 * next request.
 */
const isLast = (attempt: RequestAttempt, { headers }: Omit<WireAnswer, 'ms'>): boolean =>
  /close/i.test(headers.connection ?? '') || headerOf(attempt, 'upgrade') !== undefined;

function headBytes(attempt: RequestAttempt, body: Buffer | null): Buffer {
  const names = new Set(attempt.headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${attempt.method} ${targetOf(attempt)} HTTP/1.1`,
    ...(names.has('host') ? [] : ['Host: outcrop.example']),
    ...attempt.headers
      // An empty `Host` means no Host header, as in curl.
      .filter(([name, value]) => !(name === 'Host' && value === ''))
      .map(([name, value]) => `${name}: ${value}`),
    ...(body && headerOf(attempt, 'content-length') === undefined
      ? [`Content-Length: ${body.length}`]
      : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** The first complete answer, after any 1xx. */
function readAnswer(
  bytes: Buffer,
  toHead: boolean,
): { answer: Omit<WireAnswer, 'ms'>; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status < 200) return readAnswer(bytes.subarray(end + 4), toHead);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const hasBody = !toHead && status !== 204;
  const after = bytes.subarray(end + 4);
  if (hasBody && /chunked/i.test(headers['transfer-encoding'] ?? '')) {
    const read = readChunks(after);
    return read && { answer: { status, headers, text: read.body.toString() }, rest: read.rest };
  }
  const length = hasBody ? Number(headers['content-length'] ?? 0) : 0;
  if (after.length < length) return null;
  const text = after.subarray(0, length).toString();
  return { answer: { status, headers, text }, rest: after.subarray(length) };
}

/** Null until the last chunk has arrived. */
function readChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    const next = end + 2 + size + 2;
    if (end === -1 || bytes.length < next) return null;
    if (size === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(next) };
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = next;
  }
}
