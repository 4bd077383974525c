import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { dnsFailure } from './call-failure.ts';

const maxAddresses = 8;
const maxExchangers = 20;
const maxRecords = 50;

export type DnsRecordType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'PTR' | 'TXT';

/** The parts of each TXT record, or one text for each record of the other types; MX has objects. */
export type DnsRecords = string[] | string[][];

/** A host and port of an SRV record. */
export interface ServiceHost {
  host: string;
  port: number;
}

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
    const addresses = [four, six].flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    );
    if (addresses.length === 0) throw dnsFailure(host, (four as PromiseRejectedResult).reason);
    return addresses.slice(0, maxAddresses);
  }

  /** The mail servers of a domain, preferred ones first. Empty if DNS has none or does not answer. */
  async mailExchangersOf(domain: string): Promise<string[]> {
    const records = await this.#resolver.resolveMx(domain).catch(() => []);
    return records
      .sort((a, b) => a.priority - b.priority)
      .slice(0, maxExchangers)
      .map(({ exchange }) => exchange.toLowerCase());
  }

  /** All records of a type, as `node:dns` returns them. Throws its errors. */
  async recordsOf(name: string, type: DnsRecordType): Promise<DnsRecords> {
    const records = (await this.#resolver.resolve(name, type)) as DnsRecords;
    return records.slice(0, maxRecords) as DnsRecords;
  }

  /** The preferred host of a service such as `_imaps._tcp.example.com`, if DNS names one. */
  async serviceOf(name: string): Promise<ServiceHost | null> {
    const records = await this.#resolver.resolveSrv(name).catch(() => []);
    const [first] = records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
    // An empty name says that the service is not offered.
    return first && first.name !== '' && first.name !== '.' && first.port > 0
      ? { host: first.name.toLowerCase(), port: first.port }
      : null;
  }
}
