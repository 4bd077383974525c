import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { unknownName } from './failure.ts';

const mostAddresses = 8;

/**
 * What DNS says about a host. The machine's own names (its hosts file, its search domains) are left
 * out on purpose, and a name server that hangs holds up nobody but those who ask for its names.
 */
export class Names {
  readonly #resolver = new Resolver({ timeout: 2_000, tries: 2 });

  constructor(servers?: string[]) {
    if (servers) this.#resolver.setServers(servers);
  }

  async addressesOf(host: string): Promise<string[]> {
    if (isIP(host)) return [host];
    if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1'];
    const [four, six] = await Promise.allSettled([
      this.#resolver.resolve4(host),
      this.#resolver.resolve6(host),
    ]);
    const found = [four, six].flatMap((asked) => (asked.status === 'fulfilled' ? asked.value : []));
    if (found.length === 0) throw unknownName(host, (four as PromiseRejectedResult).reason);
    return found.slice(0, mostAddresses);
  }
}
