import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { chooseSeed, seededRandom } from './random.ts';

/** Which way bytes travel: from the caller to the part behind the proxy, or back. */
export type Direction = 'requests' | 'answers';

interface Link {
  client: Socket;
  upstream: Socket | undefined;
  /** Directions that lost bytes. What follows a gap never arrives, as in TCP itself. */
  lost: Set<Direction>;
}

interface Watch {
  direction: Direction;
  sees: (bytes: Buffer) => boolean;
  act: () => void;
}

/**
 * Stands between two parts and makes the network fail, at a moment's notice or at a point in the
 * conversation. Its delays and cuts come from `seed`.
 */
export class FaultProxy {
  readonly seed: number;
  readonly #random: () => number;
  readonly #target: URL;
  readonly #usualPort: number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #watches = new Set<Watch>();
  #swallowed = new Set<Direction>();
  #delay = { min: 0, max: 0 };
  #port = 0;

  private constructor(targetUrl: string, seed: number) {
    this.#target = new URL(targetUrl);
    this.#usualPort = this.#target.protocol.startsWith('redis') ? 6379 : 5432;
    this.seed = seed;
    this.#random = seededRandom(seed);
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async start(targetUrl: string, seed = chooseSeed()): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetUrl, seed);
    await proxy.#listen();
    return proxy;
  }

  /** The target's own address, led through the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** All well again. Connections that lost bytes stay lost; new ones work. */
  async pass(): Promise<void> {
    this.#swallowed = new Set();
    this.#delay = { min: 0, max: 0 };
    if (!this.#server.listening) await this.#listen();
  }

  /** Every piece of data takes this much longer. */
  delay(minMs: number, maxMs = minMs): void {
    this.#delay = { min: minMs, max: maxMs };
  }

  /** Resets every connection there is. */
  cut(): void {
    for (const link of this.#links) this.#reset(link);
  }

  /** Resets the connection after a number of bytes in this direction, drawn from 1 to `mostBytes`. */
  cutWithin(direction: Direction, mostBytes: number): void {
    let left = 1 + Math.floor(this.#random() * mostBytes);
    const sees = ({ length }: Buffer) => {
      left -= length;
      return left <= 0;
    };
    this.when(direction, sees, () => this.cut());
  }

  /** Ends one direction of every connection; the other one stays open. */
  halfClose(direction: Direction): void {
    for (const { client, upstream } of this.#links)
      (direction === 'answers' ? client : upstream)?.end();
  }

  /** Takes the bytes of these directions and lets none of them arrive. */
  swallow(...directions: Direction[]): void {
    this.#swallowed = new Set(directions);
  }

  /** Connections are accepted, and nothing ever comes back. */
  hole(): void {
    this.swallow('requests', 'answers');
  }

  /** Nobody listens any more, and what was connected is reset. */
  async refuse(): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Acts once, before the bytes that `sees` says yes to are passed on. */
  when(direction: Direction, sees: Watch['sees'], act: Watch['act']): void {
    this.#watches.add({ direction, sees, act });
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
    if (this.#swallowed.size === 2) {
      client.on('close', forget).resume();
      return;
    }
    const port = Number(this.#target.port) || this.#usualPort;
    const upstream = connect({ port, host: this.#target.hostname, allowHalfOpen: true });
    link.upstream = upstream;
    upstream.on('error', forget);
    for (const socket of [client, upstream]) socket.setNoDelay();
    this.#carry(link, 'requests', client, upstream);
    this.#carry(link, 'answers', upstream, client);
  }

  #carry(link: Link, direction: Direction, from: Socket, to: Socket): void {
    let due = 0;
    const later = (act: () => void) => {
      const { min, max } = this.#delay;
      due = Math.max(due, Date.now() + min + this.#random() * (max - min));
      if (due - Date.now() < 1) act();
      else setTimeout(act, due - Date.now());
    };
    from.on('data', (bytes) => {
      this.#look(direction, bytes);
      if (this.#swallowed.has(direction)) link.lost.add(direction);
      if (link.lost.has(direction)) return;
      later(() => {
        if (!to.writable || to.write(bytes)) return;
        from.pause();
        to.once('drain', () => from.resume());
      });
    });
    from.on('end', () => {
      if (!this.#swallowed.has(direction) && !link.lost.has(direction)) later(() => to.end());
    });
    from.on('close', () => {
      if (from.destroyed && to.destroyed) this.#links.delete(link);
      else if (from.errored) this.#reset(link);
    });
  }

  #look(direction: Direction, bytes: Buffer): void {
    for (const watch of this.#watches) {
      if (watch.direction !== direction || !watch.sees(bytes)) continue;
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
