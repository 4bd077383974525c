import robotsModule from 'robots-parser';

// Its types describe a default export; in Node the module itself is the function.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

/** The addresses that a robots.txt allows this agent to read. Only paths are compared. */
export function allowedAddresses(robots: string, agent: string, addresses: string[]): string[] {
  const site = 'https://site.invalid';
  const rules = parseRobots(`${site}/robots.txt`, robots);
  return addresses.filter((address) => {
    const { pathname, search } = new URL(address);
    return rules.isAllowed(site + pathname + search, agent) ?? true;
  });
}
