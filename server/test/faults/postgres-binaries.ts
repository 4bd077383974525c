import { globSync } from 'node:fs';

/** The binary of the newest PostgreSQL in Debian's location, otherwise from the PATH. */
export function postgresBinary(name: string): string {
  const versionOf = (path: string) => Number(path.split('/').at(-3));
  const found = globSync(`/usr/lib/postgresql/*/bin/${name}`);
  return found.sort((a, b) => versionOf(b) - versionOf(a))[0] ?? name;
}
