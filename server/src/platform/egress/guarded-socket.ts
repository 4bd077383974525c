import { connect, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { connectFailure, forbiddenHostFailure, tlsFailure } from './call-failure.ts';
import type { EgressProtocol, NetworkPolicy } from './network-policy.ts';
import type { ConnectProxy } from './proxy.ts';
import type { HostResolver } from './resolver.ts';

const connectMs = 10_000;

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
  const { host, port, protocol } = target;
  const permits = (address: string) => networks.permits(address, protocol);
  const addresses = await permittedAddresses(deps, target);
  if (proxy) return proxy.tunnel(addresses, port, connectMs);
  const socket = await connectDirectly(host, addresses, port);
  if (permits(socket.remoteAddress ?? '')) return socket;
  socket.destroy();
  throw forbiddenHostFailure(host, protocol);
}

/** The addresses of a host that may be connected to; at least one. */
export async function permittedAddresses(
  { resolver, networks }: Pick<GuardDeps, 'resolver' | 'networks'>,
  { host, protocol }: Omit<SocketTarget, 'port'>,
): Promise<string[]> {
  const addresses = (await resolver.addressesOf(host)).filter((address) =>
    networks.permits(address, protocol),
  );
  if (addresses.length === 0) throw forbiddenHostFailure(host, protocol);
  return addresses;
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
    return isSecure ? overTls(options, socket) : socket;
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
