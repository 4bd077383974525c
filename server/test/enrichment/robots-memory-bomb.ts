/** A robots.txt of 500 KB that runs out of memory when parsed: each rule is stored for each agent. */
export const robotsMemoryBomb = (): string =>
  Array.from({ length: 16_000 }, (_, at) => `User-agent: a${at}\n`).join('') +
  'Disallow: /\n'.repeat(16_000);
