import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type ProxyDirection = 'requests' | 'responses';

interface Link {
  client: Socket;
  upstream: Socket | undefined;
  /** Directions that lost bytes. As in TCP, nothing after a gap arrives. */
  lost: Set<ProxyDirection>;
}

interface Watch {
  direction: ProxyDirection;
  matches: (bytes: Buffer) => boolean;
  act: () => void;
}

/** A TCP proxy that simulates network faults. */
export class FaultProxy {
  readonly #target: URL;
  readonly #defaultPort: number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #watches = new Set<Watch>();
  #dropped = new Set<ProxyDirection>();
  #port = 0;

  private constructor(targetUrl: string) {
    this.#target = new URL(targetUrl);
    this.#defaultPort = this.#target.protocol.startsWith('redis') ? 6379 : 5432;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async start(targetUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetUrl);
    await proxy.#listen();
    return proxy;
  }

  /** The target's URL with the port of the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Ends all faults. Connections that lost bytes stay broken; new ones work. */
  async restore(): Promise<void> {
    this.#dropped = new Set();
    if (!this.#server.listening) await this.#listen();
  }

  /** Resets all open connections. */
  resetAll(): void {
    for (const link of this.#links) this.#reset(link);
  }

  /** Accepts the bytes of these directions but does not forward them. */
  drop(...directions: ProxyDirection[]): void {
    this.#dropped = new Set(directions);
  }

  /** Accepts connections, but never responds. */
  blackHole(): void {
    this.drop('requests', 'responses');
  }

  /** Stops listening, and resets open connections. */
  async refuse(): Promise<void> {
    this.resetAll();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Calls `act` once, before the first bytes that match are forwarded. */
  onceSeen(direction: ProxyDirection, matches: Watch['matches'], act: Watch['act']): void {
    this.#watches.add({ direction, matches, act });
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #accept(client: Socket): void {
    const link: Link = { client, upstream: undefined, lost: new Set() };
    this.#links.add(link);
    const forget = () => this.#reset(link);
    client.on('error', forget);
    if (this.#dropped.size === 2) {
      client.on('close', forget).resume();
      return;
    }
    const port = Number(this.#target.port) || this.#defaultPort;
    const upstream = connect({ port, host: this.#target.hostname, allowHalfOpen: true });
    link.upstream = upstream;
    upstream.on('error', forget);
    for (const socket of [client, upstream]) socket.setNoDelay();
    this.#forward(link, 'requests', client, upstream);
    this.#forward(link, 'responses', upstream, client);
  }

  #forward(link: Link, direction: ProxyDirection, from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      this.#checkWatches(direction, bytes);
      if (this.#dropped.has(direction)) link.lost.add(direction);
      if (link.lost.has(direction)) return;
      if (!to.writable || to.write(bytes)) return;
      from.pause();
      to.once('drain', () => from.resume());
    });
    from.on('end', () => {
      if (!this.#dropped.has(direction) && !link.lost.has(direction)) to.end();
    });
    from.on('close', () => {
      if (from.destroyed && to.destroyed) this.#links.delete(link);
      else if (from.errored) this.#reset(link);
    });
  }

  #checkWatches(direction: ProxyDirection, bytes: Buffer): void {
    for (const watch of this.#watches) {
      if (watch.direction !== direction || !watch.matches(bytes)) continue;
      this.#watches.delete(watch);
      watch.act();
    }
  }

  #reset(link: Link): void {
    this.#links.delete(link);
    link.client.resetAndDestroy();
    link.upstream?.resetAndDestroy();
  }
}
