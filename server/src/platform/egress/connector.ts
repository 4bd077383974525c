import { connect, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { forbiddenHost, notConnected, notSecured } from './failure.ts';
import type { Names } from './names.ts';
import type { Networks } from './networks.ts';
import type { ConnectProxy } from './proxy.ts';

const connectMs = 10_000;

interface Ways {
  names: Pick<Names, 'addressesOf'>;
  networks: Networks;
  proxy?: ConnectProxy | undefined;
}

/**
 * Opens connections for undici. A name is looked up once, its forbidden addresses are dropped, and
 * the connection goes to one of the others: there is no second look-up that could say otherwise.
 */
export function guardedConnector({ names, networks, proxy }: Ways): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, timeout: connectMs });

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname: host, protocol } = options;
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    const permits = (address: string) => networks.permits(address, protocol);
    const addresses = (await names.addressesOf(host)).filter(permits);
    if (addresses.length === 0) throw forbiddenHost(host, protocol);
    const socket = proxy
      ? await proxy.tunnel(addresses, port, connectMs)
      : await direct(host, addresses, port);
    // Behind a proxy the far end of the socket is the proxy.
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
        else reject(notSecured(options.hostname, error));
      });
    });

  // undici answers errors with some of its own codes by connecting again, so none of those may leave.
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
      reject(notConnected(host, port, error));
    };
    const timer = setTimeout(fail, connectMs, { code: 'ETIMEDOUT' });
    socket.on('error', fail).once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
