/** A robots.txt of 500 KB that no memory holds once it is read: each rule is kept for each agent. */
export const poisonousRobots = (): string =>
  Array.from({ length: 16_000 }, (_, at) => `User-agent: a${at}\n`).join('') +
  'Disallow: /\n'.repeat(16_000);
