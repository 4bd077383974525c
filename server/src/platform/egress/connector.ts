import { connect, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { connectFailed, forbiddenHost, tlsFailed } from './failure.ts';
import type { Networks } from './networks.ts';
import type { ConnectProxy } from './proxy.ts';
import type { HostResolver } from './resolver.ts';

const connectMs = 10_000;

interface ConnectorDeps {
  resolver: Pick<HostResolver, 'addressesOf'>;
  networks: Networks;
  proxy?: ConnectProxy | undefined;
}

/**
 * Opens connections for undici. A name is resolved once, forbidden addresses are dropped, and the
 * connection uses one of the rest, so a second lookup cannot change the result (DNS rebinding).
 */
export function guardedConnector({
  resolver,
  networks,
  proxy,
}: ConnectorDeps): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, timeout: connectMs });

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname: host, protocol } = options;
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    const permits = (address: string) => networks.permits(address, protocol);
    const addresses = (await resolver.addressesOf(host)).filter(permits);
    if (addresses.length === 0) throw forbiddenHost(host, protocol);
    const socket = proxy
      ? await proxy.tunnel(addresses, port, connectMs)
      : await direct(host, addresses, port);
    // With a proxy, the remote address is that of the proxy.
    if (!proxy && !permits(socket.remoteAddress ?? '')) {
      socket.destroy();
      throw forbiddenHost(host, protocol);
    }
    return protocol === 'https:' ? overTls(options, socket) : socket;
  }

  const overTls = (options: buildConnector.Options, httpSocket: Socket): Promise<Socket> =>
    new Promise((resolve, reject) => {
      secure({ ...options, httpSocket }, (error, socket) => {
        if (socket) resolve(socket);
        else reject(tlsFailed(options.hostname, error));
      });
    });

  // undici reconnects on some of its own error codes, so none of them may escape.
  const opening = callbackify(open);
  return (options, done) =>
    opening(options, (error, socket) => (error ? done(error, null) : done(null, socket)));
}

const direct = (host: string, addresses: string[], port: number): Promise<Socket> =>
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
      reject(connectFailed(host, port, error));
    };
    const timer = setTimeout(fail, connectMs, { code: 'ETIMEDOUT' });
    socket.on('error', fail).once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
