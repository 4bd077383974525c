import { isIP, isIPv6, type Socket } from 'node:net';
import { Agent } from 'undici';
import { inSpan, SpanKind } from '../observe/tracing.ts';
import { assertNoOpenTransaction } from '../transaction-guard.ts';
import {
  CallFailure,
  type EgressFailureReason,
  forbiddenHostFailure,
  forbiddenPortFailure,
  forbiddenTargetFailure,
  stoppedFailure,
  timeoutFailure,
  toCallFailure,
} from './call-failure.ts';
import {
  type GuardDeps,
  guardedConnector,
  openGuardedSocket,
  permittedAddresses,
  type SocketTarget,
} from './guarded-socket.ts';
import { type EgressProtocol, isMailPort, NetworkPolicy } from './network-policy.ts';
import { ConnectProxy } from './proxy.ts';
import { type DnsRecords, type DnsRecordType, HostResolver, type ServiceHost } from './resolver.ts';
import { type HttpResponse, ResponseReader } from './response-reader.ts';

export interface EgressOptions {
  /** Non-public networks that may be called, also with plain http. */
  allow: string[];
  /** A CONNECT proxy for all calls. */
  proxy?: string | undefined;
  /** Overrides the system's name servers. */
  nameServers?: string[] | undefined;
  /** Concurrent connections to one host. Waiting for one counts towards the timeout. */
  perHost?: number;
}

export interface EgressCall {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Total time, from DNS lookup to the last byte of the response. */
  timeoutMs?: number;
  /** Maximum response size; the connection is closed after that. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface EgressTarget {
  /** A name or an address. */
  host: string;
  port: number;
  /** The connection may stay without TLS. Then only networks that the operator allowed are reached. */
  allowPlain?: boolean;
}

export interface ResolvedHost {
  /** The name, for the certificate; an address if one was given. */
  host: string;
  address: string;
  proxy: string | undefined;
}

export interface EgressResponse extends HttpResponse {
  answered: true;
  ms: number;
}

export interface EgressFailure {
  answered: false;
  reason: EgressFailureReason;
  /** For the delivery log: what went wrong and, if it helps, what to do. */
  message: string;
  ms: number;
}

/**
 * Calls hosts configured by a workspace. Only public addresses and networks allowed by the operator
 * are connected to; redirects are not followed; responses are limited in time and size.
 */
export class Egress {
  readonly #networks: NetworkPolicy;
  readonly #resolver: HostResolver;
  readonly #guard: GuardDeps;
  readonly #agent: Agent;
  readonly #proxy: string | undefined;

  constructor({ allow, proxy, nameServers, perHost = 8 }: EgressOptions) {
    this.#proxy = proxy;
    this.#networks = new NetworkPolicy(allow);
    this.#resolver = new HostResolver(nameServers);
    this.#guard = {
      resolver: this.#resolver,
      networks: this.#networks,
      proxy: proxy === undefined ? undefined : new ConnectProxy(proxy),
    };
    this.#agent = new Agent({
      connect: guardedConnector(this.#guard),
      // A host that hangs blocks only calls to itself.
      connections: perHost,
      allowH2: false,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
    });
  }

  async request(call: EgressCall): Promise<EgressResponse | EgressFailure> {
    assertNoOpenTransaction('A host outside');
    return inSpan(
      // Without the host, which may identify a person or hold a secret.
      () => ({
        name: `outgoing ${call.method}`,
        kind: SpanKind.CLIENT,
        attributes: { 'http.request.method': call.method },
      }),
      async (span) => {
        const response = await this.#call(call);
        if (response.answered) span?.setAttribute('http.response.status_code', response.status);
        else span?.setAttribute('error.type', response.reason);
        return response;
      },
    );
  }

  async #call(call: EgressCall): Promise<EgressResponse | EgressFailure> {
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    try {
      return { answered: true, ...(await this.#send(this.#targetOf(call.url), call)), ms: ms() };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      return { answered: false, reason: error.reason, message: error.message, ms: ms() };
    }
  }

  /** Opens a TCP connection, which the caller closes. Throws a CallFailure. */
  async connect(target: EgressTarget): Promise<Socket> {
    assertNoOpenTransaction('A host outside');
    return openGuardedSocket(this.#guard, guardedTarget(target));
  }

  /**
   * For a library that opens its own connection. Returns one permitted address, which the library
   * must not look up again, and the proxy to use. Throws a CallFailure.
   */
  async resolve(target: EgressTarget): Promise<ResolvedHost> {
    assertNoOpenTransaction('A host outside');
    const guarded = guardedTarget(target);
    const [address] = await permittedAddresses(this.#guard, guarded);
    return { host: guarded.host, address: address!, proxy: this.#proxy };
  }

  /** Why a URL cannot be called, as far as known without a DNS lookup. */
  urlProblem(url: string): string | undefined {
    try {
      const { protocol } = this.#targetOf(url);
      // A name may resolve to a network that the operator allowed.
      if (protocol === 'http:' && !this.#networks.hasAllowedNetworks)
        return 'Plain http is not allowed. Use https.';
      return undefined;
    } catch (error) {
      return (error as CallFailure).message;
    }
  }

  /** Why `connect` would refuse a host, as far as known without a DNS lookup. */
  hostProblem(host: string, isEncrypted: boolean): string | undefined {
    const protocol = isEncrypted ? 'tls:' : 'tcp:';
    if (isIP(host) && !this.#networks.permits(host, { protocol, port: anyMailPort }))
      return forbiddenHostFailure(host, protocol).message;
    if (!isEncrypted && !this.#networks.hasAllowedNetworks)
      return 'Unencrypted connections are not allowed. Use TLS.';
    return undefined;
  }

  /** Why `connect` would refuse a port, as far as known without a DNS lookup. */
  portProblem(host: string, port: number): string | undefined {
    const isAllowed = isIP(host)
      ? this.#networks.classify(host) === 'allowed'
      : this.#networks.hasAllowedNetworks;
    return isAllowed || isMailPort(port) ? undefined : forbiddenPortFailure(host, port).message;
  }

  /** The mail servers of a domain, preferred ones first. */
  mailExchangersOf(domain: string): Promise<string[]> {
    assertNoOpenTransaction('DNS');
    return this.#resolver.mailExchangersOf(domain);
  }

  /** The preferred host of a service such as `_imaps._tcp.example.com`. */
  serviceOf(name: string): Promise<ServiceHost | null> {
    assertNoOpenTransaction('DNS');
    return this.#resolver.serviceOf(name);
  }

  /** For a library that asks DNS itself. Throws the errors of `node:dns`. */
  recordsOf(name: string, type: DnsRecordType): Promise<DnsRecords> {
    assertNoOpenTransaction('DNS');
    return this.#resolver.recordsOf(name, type);
  }

  /** Aborts open calls and closes connections. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #targetOf(text: string): URL {
    const url = URL.parse(text);
    if (!url) throw forbiddenTargetFailure('This is not a URL.');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw forbiddenTargetFailure('Only https and http URLs can be called.');
    if (url.username !== '' || url.password !== '')
      throw forbiddenTargetFailure('The URL contains a user name or password. Remove it.');
    const host = withoutBrackets(url.hostname);
    const protocol: EgressProtocol = url.protocol;
    if (isIP(host) && !this.#networks.permits(host, { protocol, port: Number(url.port) }))
      throw forbiddenHostFailure(host, protocol);
    return url;
  }

  async #send(
    { origin, hostname, pathname, search }: URL,
    { method, headers, body, timeoutMs = 15_000, maxBytes = 65_536, signal }: EgressCall,
  ): Promise<HttpResponse> {
    if (signal?.aborted) throw stoppedFailure();
    const reader = new ResponseReader(maxBytes);
    const stop = () => reader.abort(stoppedFailure());
    signal?.addEventListener('abort', stop);
    const timer = setTimeout(
      () => reader.abort(timeoutFailure(hostname, timeoutMs, reader.status)),
      timeoutMs,
    );
    try {
      const path = `${pathname}${search}`;
      const request = { origin, path, method, headers: headers ?? null, body: body ?? null };
      this.#agent.dispatch(request, reader);
      return await reader.response;
    } catch (error) {
      throw isInvalidCall(error) ? error : toCallFailure(hostname, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

function guardedTarget({ host, port, allowPlain = false }: EgressTarget): SocketTarget {
  const name = hostNameOf(host);
  if (name === undefined || !isPort(port))
    throw forbiddenTargetFailure('This is not a host and a port.');
  return { host: name, port, protocol: allowPlain ? 'tcp:' : 'tls:' };
}

const anyMailPort = 993;
const maxHostLength = 253;

/**
 * Parses the text like the host of a URL, so that each spelling of an address means the same
 * everywhere.
 */
function hostNameOf(text: string): string | undefined {
  // A URL would ignore line breaks and tabs.
  if (text.length > maxHostLength || /[\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.parse(`https://${isIPv6(text) ? `[${text}]` : text}/`);
  return url?.href === `https://${url?.hostname}/` ? withoutBrackets(url.hostname) : undefined;
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;

/** A header or body that undici refuses to send. */
const isInvalidCall = (error: unknown): boolean =>
  (error as { code?: string }).code === 'UND_ERR_INVALID_ARG';
