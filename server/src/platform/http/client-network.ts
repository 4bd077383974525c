import ipaddr from 'ipaddr.js';

/**
 * What limits by address count: the address, or of IPv6 the first 64 bits. Whoever has one IPv6
 * address has all others of its /64 as well.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(
    `${ip.toNormalizedString().split('%')[0]}/64`,
  )
    .toString()
    .split('%');
  return `${network}/64`;
}
