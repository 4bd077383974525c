import ipaddr from 'ipaddr.js';

/**
 * The key for limits by address: the IPv4 address, or the /64 of an IPv6 address, since one client
 * usually has a whole /64.
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
