import { request as requestInClear } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { CallFailure } from './call-failure.ts';

/** The operator's CONNECT proxy. It gets addresses that were checked, never names. */
export class ConnectProxy {
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  async tunnel(addresses: string[], port: number, timeoutMs: number): Promise<Socket> {
    const refusals: unknown[] = [];
    for (const address of addresses) {
      const target = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
      try {
        return await this.#tunnelTo(target, timeoutMs);
      } catch (error) {
        refusals.push(error);
      }
    }
    throw refusals[0];
  }

  #tunnelTo(target: string, timeout: number): Promise<Socket> {
    const { protocol, hostname, port, username, password } = this.#url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const request = protocol === 'https:' ? requestOverTls : requestInClear;
    return new Promise((resolve, reject) => {
      const fail = (problem: string) => {
        connecting.destroy();
        reject(new CallFailure('proxy', `The operator's proxy ${problem}.`));
      };
      const connecting = request({
        method: 'CONNECT',
        host: hostname.replace(/^\[|\]$/g, ''),
        ...(port !== '' && { port }),
        path: target,
        headers: { host: target, ...(username && { 'proxy-authorization': authorization }) },
        agent: false,
        timeout,
      })
        .on('timeout', () => fail('did not open a connection in time'))
        .on('error', () => fail('could not be reached'))
        .on('response', ({ statusCode }) =>
          fail(`responded with ${statusCode} instead of connecting`),
        )
        .on('connect', ({ statusCode }, socket, head) => {
          if (statusCode !== 200) return fail(`responded with ${statusCode} instead of connecting`);
          socket.setTimeout(0).on('error', () => {});
          socket.unshift(head);
          resolve(socket);
        });
      connecting.end();
    });
  }
}
