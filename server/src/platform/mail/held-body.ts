import type { Socket } from 'node:net';
import { Readable, type Transform } from 'node:stream';

interface HeldBodyOptions {
  raw: Buffer;
  socket: () => Socket;
}

/**
 * The body of an email whose final dot is held back. nodemailer calls `pipe` once the server has asked
 * for the body, with a stream that adds the dot when it ends.
 */
export class HeldBody extends Readable {
  readonly #options: HeldBodyOptions;
  readonly #written = Promise.withResolvers<void>();
  readonly #lost: Promise<void>;
  #destination: Transform | undefined;

  constructor(options: HeldBodyOptions) {
    super({ read() {} });
    this.#options = options;
    this.#lost = new Promise((resolve) => this.once('close', resolve));
    this.on('error', () => {});
  }

  get hasStarted(): boolean {
    return this.#destination !== undefined;
  }

  /** Resolves when everything but the dot is with the kernel. */
  get written(): Promise<void> {
    return this.#written.promise;
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#destination = destination as unknown as Transform;
    this.#destination.write(
      this.#options.raw,
      () => void this.#flush().then(this.#written.resolve),
    );
    return destination;
  }

  /** Resolves as soon as the dot is with the kernel, or the connection is lost. */
  async writeDot(): Promise<void> {
    const destination = this.#destination!;
    const dot = new Promise<unknown>((done) => destination.once('end', done));
    destination.end();
    await Promise.race([dot.then(() => this.#flush()), this.#lost]);
  }

  /** The callback of an empty write runs when all earlier ones are with the kernel. */
  #flush(): Promise<void> {
    return new Promise((done) => this.#options.socket().write(Buffer.alloc(0), () => done()));
  }
}
