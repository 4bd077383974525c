const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Where people reach the console: what links begin with, and whose pages may write by session. */
export class PublicOrigin {
  readonly #configured: string | undefined;
  #listening = '';

  constructor(configured: string | undefined) {
    this.#configured = configured;
  }

  /** Known only once the process listens; this is where people come unless it says otherwise. */
  listensAt(origin: string): void {
    this.#listening = origin;
  }

  /** An address of the console. What is secret goes behind the #, which browsers keep to themselves. */
  link(page: string, secret: string): string {
    return `${this.#configured ?? this.#listening}/${page}#${secret}`;
  }

  get isSecure(): boolean {
    return this.#configured?.startsWith('https:') ?? false;
  }

  isOwn(origin: string | undefined): boolean {
    if (origin === undefined) return false;
    if (this.#configured !== undefined) return origin === this.#configured;
    return plain(origin) === plain(this.#listening);
  }
}

/** The names of this machine all mean the same, as long as nobody has said otherwise. */
function plain(origin: string): string {
  if (!URL.canParse(origin)) return '';
  const { protocol, hostname, port } = new URL(origin);
  return `${protocol}//${loopback.includes(hostname) ? 'localhost' : hostname}:${port}`;
}
