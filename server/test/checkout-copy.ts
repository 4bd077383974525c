import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterTestOrFile } from './after-test-or-file.ts';

export const checkoutFolder = join(import.meta.dirname, '../..');
const copiedFolders = ['contract', 'client', 'server', 'console'];
const skippedNames = ['node_modules', 'dist', 'test'];

export interface CheckoutCopy {
  root: string;
  /** Changes a file of the copy; the returned function restores it. */
  edit: (file: string, from: string, to: string) => Promise<() => Promise<void>>;
}

/**
 * A copy of the source files that a test may change. It is inside the checkout, so that Node finds the
 * installed packages. The packages of this repository come from the copy.
 */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const root = join(checkoutFolder, '.dev', `copy-${randomBytes(4).toString('hex')}`);
  afterTestOrFile(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'node_modules/@outcrop'), { recursive: true });
  for (const name of copiedFolders) {
    await cp(join(checkoutFolder, name), join(root, name), {
      recursive: true,
      filter: (source) => !skippedNames.includes(basename(source)),
    });
    await symlink(join(root, name), join(root, 'node_modules/@outcrop', name));
  }
  await cp(join(checkoutFolder, 'tsconfig.json'), join(root, 'tsconfig.json'));
  await symlink(join(checkoutFolder, 'server/node_modules'), join(root, 'server/node_modules'));
  return {
    root,
    edit: async (file, from, to) => {
      const path = join(root, file);
      const before = await readFile(path, 'utf8');
      if (!before.includes(from)) throw new Error(`${file} does not contain: ${from}`);
      await writeFile(path, before.replace(from, to));
      return () => writeFile(path, before);
    },
  };
}
