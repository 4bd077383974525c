import { globSync } from 'node:fs';

/** From the newest PostgreSQL that is installed where Debian puts them, else from the PATH. */
export function binary(name: string): string {
  const versionOf = (path: string) => Number(path.split('/').at(-3));
  const found = globSync(`/usr/lib/postgresql/*/bin/${name}`);
  return found.sort((a, b) => versionOf(b) - versionOf(a))[0] ?? name;
}
