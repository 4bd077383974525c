import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** All that the internet routes today. Whatever lies outside is for special use, or will be. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but in one large cloud it is the machine below one's own. */
const hostAgent = '168.63.129.16';

export type Judgement = 'allowed' | 'public' | 'forbidden';

/** Which addresses may be called: public ones, and those in networks that the operator allowed. */
export class Networks {
  readonly #allowed: [IPv4 | IPv6, number][];

  constructor(allow: string[]) {
    this.#allowed = allow.map((network) => ipaddr.parseCIDR(network));
  }

  /** Whether any network but the public one may be called. */
  get allowsOthers(): boolean {
    return this.#allowed.length > 0;
  }

  judge(address: string): Judgement {
    if (!ipaddr.isValid(address)) return 'forbidden';
    const ip = ipaddr.process(address);
    const inside = ([network, bits]: [IPv4 | IPv6, number]) =>
      network.kind() === ip.kind() && ip.match(network, bits);
    if (this.#allowed.some(inside)) return 'allowed';
    if (ip.range() !== 'unicast' || ip.toString() === hostAgent) return 'forbidden';
    return ip.kind() === 'ipv4' || inside(globalUnicast) ? 'public' : 'forbidden';
  }

  /** What is sent in the clear stays in networks that the operator allowed. */
  permits(address: string, protocol: string): boolean {
    const judgement = this.judge(address);
    return judgement === 'allowed' || (judgement === 'public' && protocol === 'https:');
  }
}
