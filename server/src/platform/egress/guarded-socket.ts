import { connect, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import {
  CallFailure,
  connectFailure,
  forbiddenHostFailure,
  forbiddenPortFailure,
  tlsFailure,
} from './call-failure.ts';
import { ConversationMeter } from './conversation-limits.ts';
import {
  type EgressProtocol,
  isMailPort,
  isMailProtocol,
  type NetworkPolicy,
} from './network-policy.ts';
import type { ConnectProxy } from './proxy.ts';
import type { HostResolver } from './resolver.ts';

const connectMs = 10_000;
/**
 * What may arrive for one HTTP request. The body is limited separately; this also counts interim
 * responses and the headers of chunks, which undici reads without an end.
 */
const maxReceived = { bytes: 4 * 1024 * 1024, replies: Number.POSITIVE_INFINITY };

export interface GuardDeps {
  resolver: Pick<HostResolver, 'addressesOf'>;
  networks: NetworkPolicy;
  proxy?: ConnectProxy | undefined;
}

export interface SocketTarget {
  host: string;
  port: number;
  protocol: EgressProtocol;
}

/**
 * Opens a TCP connection. The name is resolved once, forbidden addresses are dropped, and the
 * connection uses one of the rest, so a second lookup cannot change the result (DNS rebinding).
 */
export async function openGuardedSocket(deps: GuardDeps, target: SocketTarget): Promise<Socket> {
  const { networks, proxy } = deps;
  const { host, port } = target;
  const addresses = await permittedAddresses(deps, target);
  if (proxy) return proxy.tunnel(addresses, port, connectMs);
  const socket = await connectDirectly(host, addresses, port);
  if (networks.permits(socket.remoteAddress ?? '', target)) return socket;
  socket.destroy();
  throw forbiddenHostFailure(host, target.protocol);
}

/** The addresses of a host that may be connected to; at least one. */
export async function permittedAddresses(
  { resolver, networks }: Pick<GuardDeps, 'resolver' | 'networks'>,
  target: SocketTarget,
): Promise<string[]> {
  const { host, port, protocol } = target;
  const addresses = await resolver.addressesOf(host);
  const permitted = addresses.filter((address) => networks.permits(address, target));
  if (permitted.length > 0) return permitted;
  const isPublic = addresses.some((address) => networks.classify(address) === 'public');
  throw isPublic && isMailProtocol(protocol) && !isMailPort(port)
    ? forbiddenPortFailure(host, port)
    : forbiddenHostFailure(host, protocol);
}

const connectDirectly = (host: string, addresses: string[], port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    const socket = connect({
      host,
      port,
      autoSelectFamily: true,
      noDelay: true,
      lookup: (_host, _options, found) => found(null, known),
    });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(connectFailure(host, port, error));
    };
    const timer = setTimeout(fail, connectMs, { code: 'ETIMEDOUT' });
    socket.on('error', fail).once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });

/** Opens guarded connections for undici. */
export function guardedConnector(deps: GuardDeps): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, timeout: connectMs });

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname: host, port } = options;
    const protocol = options.protocol as EgressProtocol;
    const isSecure = protocol === 'https:';
    const socket = await openGuardedSocket(deps, {
      host,
      port: Number(port) || (isSecure ? 443 : 80),
      protocol,
    });
    return limitReceived(host, isSecure ? await overTls(options, socket) : socket);
  }

  const overTls = (options: buildConnector.Options, httpSocket: Socket): Promise<Socket> =>
    new Promise((resolve, reject) => {
      secure({ ...options, httpSocket }, (error, socket) => {
        if (socket) resolve(socket);
        else reject(tlsFailure(options.hostname, error));
      });
    });

  // undici reconnects on some of its own error codes, so none of them may escape.
  const opening = callbackify(open);
  return (options, done) =>
    opening(options, (error, socket) => (error ? done(error, null) : done(null, socket)));
}

/** Closes a connection that brings more than one response can have. Each request starts again. */
function limitReceived(host: string, socket: Socket): Socket {
  const meter = new ConversationMeter({ bytes: Infinity, replies: Infinity }, maxReceived);
  const push = socket.push.bind(socket);
  let writtenBytes = 0;
  socket.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) return push(chunk);
    if (socket.bytesWritten !== writtenBytes) meter.beginCommand();
    writtenBytes = socket.bytesWritten;
    try {
      meter.count(chunk.length, 0);
    } catch {
      socket.destroy(new CallFailure('bad_answer', `${host} sent too much for one response.`));
      return false;
    }
    return push(chunk, encoding);
  };
  return socket;
}
