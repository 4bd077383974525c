import type { Socket } from 'node:net';
import { Readable, type Transform } from 'node:stream';

/**
 * Asked when everything but the final dot was written. Null means that the email must not leave.
 * Otherwise the returned function is called as soon as the dot is with the kernel or the connection is
 * lost. It must not fail.
 */
export type Gate = () => Promise<(() => Promise<void>) | null>;

interface Options {
  raw: Buffer;
  gate: Gate;
  socket: () => Socket;
  /** Called right before the dot is written. */
  onDot: () => void;
}

/**
 * The body of an email whose final dot leaves only when the gate opens. nodemailer calls `pipe` once
 * the server has asked for the body, with a stream that adds the dot when it ends.
 */
export class GatedBody extends Readable {
  readonly #options: Options;
  readonly #notSent = Promise.withResolvers<null>();
  #writing: Promise<void> | undefined;

  constructor(options: Options) {
    super({ read() {} });
    this.#options = options;
    this.#notSent.promise.catch(() => {});
    this.on('error', () => {});
  }

  get hasStarted(): boolean {
    return this.#writing !== undefined;
  }

  /** Resolves if the gate refused, rejects if it failed, and stays pending otherwise. */
  get notSent(): Promise<null> {
    return this.#notSent.promise;
  }

  /** Nothing is written, and no gate is open, after this. */
  async stop(): Promise<void> {
    this.destroy();
    await this.#writing;
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#writing = this.#write(destination as unknown as Transform).catch(this.#notSent.reject);
    return destination;
  }

  async #write(destination: Transform): Promise<void> {
    const { raw, gate, socket, onDot } = this.#options;
    const lost = new Promise<void>((resolve) => this.once('close', resolve));
    // The callback of an empty write runs when all earlier ones are with the kernel.
    const flush = () => new Promise<void>((done) => socket().write(Buffer.alloc(0), () => done()));

    const body = new Promise<unknown>((done) => destination.write(raw, done));
    await Promise.race([body.then(flush), lost]);
    if (this.destroyed) return;

    const release = await gate();
    if (release === null) return this.#notSent.resolve(null);
    if (!this.destroyed) {
      const dot = new Promise<unknown>((done) => destination.once('end', done));
      onDot();
      destination.end();
      await Promise.race([dot.then(flush), lost]);
    }
    await release();
  }
}
