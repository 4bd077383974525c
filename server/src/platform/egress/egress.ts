import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { refuseInTransaction } from '../outside.ts';
import { guardedConnector } from './connector.ts';
import {
  CallFailure,
  forbidden,
  forbiddenHost,
  interrupted,
  outOfTime,
  type Reason,
  stopped,
} from './failure.ts';
import { Names } from './names.ts';
import { Networks } from './networks.ts';
import { ConnectProxy } from './proxy.ts';

export interface EgressOptions {
  /** Networks that may be called although they are not public, and with plain http. */
  allow: string[];
  /** A CONNECT proxy through which every call goes. */
  proxy?: string | undefined;
  /** Name servers other than the machine's. */
  nameServers?: string[];
  /** Calls to one host at once. Whoever waits for a connection does so on the time of the call. */
  perHost?: number;
}

export interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything together, from the name to the last byte of the answer. */
  timeoutMs?: number;
  /** How much of the answer is read before the connection is dropped. */
  mostBytes?: number;
  signal?: AbortSignal;
}

export interface Answer {
  answered: true;
  status: number;
  headers: Record<string, string>;
  /** As it was sent: nothing is decompressed. */
  body: Buffer;
  truncated: boolean;
  ms: number;
}

export interface NoAnswer {
  answered: false;
  reason: Reason;
  /** For a delivery log: what went wrong and, where it helps, what to do. */
  message: string;
  ms: number;
}

/**
 * Calls hosts that a workspace named. Only public addresses and those the operator allowed are
 * connected to; redirects are answers, and an answer is bounded in time and size.
 */
export class Egress {
  readonly #networks: Networks;
  readonly #agent: Agent;

  constructor({ allow, proxy, nameServers, perHost = 8 }: EgressOptions) {
    this.#networks = new Networks(allow);
    this.#agent = new Agent({
      connect: guardedConnector({
        names: new Names(nameServers),
        networks: this.#networks,
        proxy: proxy === undefined ? undefined : new ConnectProxy(proxy),
      }),
      // A host that hangs keeps its own callers waiting, and nobody else's.
      connections: perHost,
      allowH2: false,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
    });
  }

  async request(call: Call): Promise<Answer | NoAnswer> {
    refuseInTransaction('A host outside');
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    try {
      return { answered: true, ...(await this.#send(this.#targetOf(call.url), call)), ms: ms() };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      return { answered: false, reason: error.reason, message: error.message, ms: ms() };
    }
  }

  /** What can be said against a URL before anything is looked up. */
  objectionTo(url: string): string | undefined {
    try {
      const { protocol } = this.#targetOf(url);
      // A name may lead into a network that the operator allowed, if there is one.
      if (protocol === 'http:' && !this.#networks.allowsOthers)
        return 'Plain http is not possible here. Use https.';
      return undefined;
    } catch (error) {
      return (error as CallFailure).message;
    }
  }

  /** Ends calls that are under way, and connections that are kept. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #targetOf(text: string): URL {
    if (!URL.canParse(text)) throw forbidden('This is not a URL.');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw forbidden('Only https and http URLs can be called.');
    if (url.username !== '' || url.password !== '')
      throw forbidden('The URL holds a user name or password. Leave it out.');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !this.#networks.permits(host, url.protocol))
      throw forbiddenHost(host, url.protocol);
    return url;
  }

  async #send(
    { origin, hostname, pathname, search }: URL,
    { method, headers, body, timeoutMs = 15_000, mostBytes = 65_536, signal }: Call,
  ): Promise<Omit<Answer, 'answered' | 'ms'>> {
    const limit = AbortSignal.timeout(timeoutMs);
    const ending = signal ? AbortSignal.any([limit, signal]) : limit;
    let status: number | undefined;
    try {
      const asked = this.#agent.request({
        origin,
        path: `${pathname}${search}`,
        method,
        headers: headers ?? null,
        body: body ?? null,
        signal: ending,
      });
      // undici heeds the signal once a connection is there; a name may take longer than that.
      const answer = await Promise.race([asked, endOf(ending)]);
      status = answer.statusCode;
      const read = await readUpTo(answer.body, mostBytes);
      return { status, headers: inOneLine(answer.headers), ...read };
    } catch (error) {
      if ((error as { code?: string }).code === 'UND_ERR_INVALID_ARG') throw error;
      if (signal?.aborted) throw stopped();
      throw limit.aborted ? outOfTime(hostname, timeoutMs, status) : interrupted(hostname, error);
    }
  }
}

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

async function readUpTo(stream: AsyncIterable<Buffer>, most: number) {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    // Leaving the loop ends the stream, and with it the connection.
    if (size > most) break;
  }
  return { body: Buffer.concat(parts).subarray(0, most), truncated: size > most };
}

const inOneLine = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
