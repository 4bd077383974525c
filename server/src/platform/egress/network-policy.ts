import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** The globally routed IPv6 range. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that is the host agent in Azure. */
const hostAgent = '168.63.129.16';

export type AddressClass = 'allowed' | 'public' | 'forbidden';

/** `tls:` and `tcp:` are connections without HTTP, with and without encryption. */
export type EgressProtocol = 'https:' | 'http:' | 'tls:' | 'tcp:';

/** SMTP and IMAP. 2525 is what providers offer where networks block 25. */
const mailPorts = [25, 143, 465, 587, 993, 2525];

export const isMailPort = (port: number): boolean => mailPorts.includes(port);

export const isMailProtocol = (protocol: EgressProtocol): boolean =>
  protocol === 'tls:' || protocol === 'tcp:';

const isEncrypted = (protocol: EgressProtocol): boolean =>
  protocol === 'https:' || protocol === 'tls:';

/** Decides which addresses may be called: public ones, and networks allowed by the operator. */
export class NetworkPolicy {
  readonly #allowed: [IPv4 | IPv6, number][];

  constructor(allow: string[]) {
    this.#allowed = allow.map((network) => ipaddr.parseCIDR(network));
  }

  get hasAllowedNetworks(): boolean {
    return this.#allowed.length > 0;
  }

  classify(address: string): AddressClass {
    if (!ipaddr.isValid(address)) return 'forbidden';
    const ip = ipaddr.process(address);
    const inside = ([network, bits]: [IPv4 | IPv6, number]) =>
      network.kind() === ip.kind() && ip.match(network, bits);
    if (this.#allowed.some(inside)) return 'allowed';
    if (ip.range() !== 'unicast' || ip.toString() === hostAgent) return 'forbidden';
    return ip.kind() === 'ipv4' || inside(globalUnicast) ? 'public' : 'forbidden';
  }

  /**
   * Networks that the operator allowed may be called without encryption and at any port. Elsewhere,
   * connections without HTTP are for mail, and must not scan other ports.
   */
  permits(
    address: string,
    { protocol, port }: { protocol: EgressProtocol; port: number },
  ): boolean {
    const addressClass = this.classify(address);
    if (addressClass !== 'public') return addressClass === 'allowed';
    return isEncrypted(protocol) && (!isMailProtocol(protocol) || isMailPort(port));
  }
}
