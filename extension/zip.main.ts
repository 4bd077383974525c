import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { targets } from './targets.ts';
import { zip } from './zip.ts';

/** Writes what the stores take: `outcrop-VERSION-chrome.zip` and `outcrop-VERSION-firefox.zip`. */
await ensureBuilt();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};
for (const { name, folder } of targets) {
  const files = globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const archive = zip(
    files.map((path) => ({
      name: path.slice(folder.length + 1).replaceAll('\\', '/'),
      bytes: readFileSync(path),
    })),
  );
  const path = join(import.meta.dirname, `outcrop-${version}-${name}.zip`);
  writeFileSync(path, archive);
  console.log(path);
}
