import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { tlsFailed } from './failure.ts';
import { connectMs, type GuardDeps, guardedSocket } from './guarded-socket.ts';
import type { Protocol } from './networks.ts';

/** Opens guarded connections for undici. */
export function guardedConnector(deps: GuardDeps): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, timeout: connectMs });

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname: host, port } = options;
    const protocol = options.protocol as Protocol;
    const isSecure = protocol === 'https:';
    const socket = await guardedSocket(deps, {
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
        else reject(tlsFailed(options.hostname, error));
      });
    });

  // undici reconnects on some of its own error codes, so none of them may escape.
  const opening = callbackify(open);
  return (options, done) =>
    opening(options, (error, socket) => (error ? done(error, null) : done(null, socket)));
}
