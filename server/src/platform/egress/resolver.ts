import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { dnsFailed } from './failure.ts';

const maxAddresses = 8;

/**
 * Resolves hosts by DNS only. The hosts file and search domains are skipped on purpose, and a slow
 * name server delays only lookups of its own names.
 */
export class HostResolver {
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
    const found = [four, six].flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    );
    if (found.length === 0) throw dnsFailed(host, (four as PromiseRejectedResult).reason);
    return found.slice(0, maxAddresses);
  }
}
