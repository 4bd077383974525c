const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The public origin of the console: the start of links, and the only origin allowed to write with a
 * session.
 */
export class PublicOrigin {
  readonly #configured: string | undefined;
  #listening = '';

  constructor(configured: string | undefined) {
    this.#configured = configured;
  }

  /** Set once the process listens; used unless PUBLIC_URL is set. */
  listensAt(origin: string): void {
    this.#listening = origin;
  }

  /** A console URL. The secret is in the fragment, which browsers do not send. */
  link(page: string, secret: string): string {
    return `${this.page(page)}#${secret}`;
  }

  /** The URL of a console page. */
  page(path: string): string {
    return `${this.#configured ?? this.#listening}/${path}`;
  }

  get isSecure(): boolean {
    return this.#configured?.startsWith('https:') ?? false;
  }

  isOwn(origin: string | undefined): boolean {
    if (origin === undefined) return false;
    return plainOrigin(origin) === plainOrigin(this.#configured ?? this.#listening);
  }
}

/** Treats all loopback names as equal. */
function plainOrigin(origin: string): string {
  if (!URL.canParse(origin)) return '';
  const { protocol, hostname, port } = new URL(origin);
  return `${protocol}//${loopbackHosts.includes(hostname) ? 'localhost' : hostname}:${port}`;
}
