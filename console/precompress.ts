import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a brotli and a gzip file for each text file, so that the server need not compress. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(html|js|css|svg)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir!, name);
        const plain = await readFile(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
      }),
    );
  },
});
