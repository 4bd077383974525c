import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const checkoutRoot = join(import.meta.dirname, '../..');

export interface CheckoutCopy {
  root: string;
  /** Replaces the only occurrence of a text. The returned function restores the file. */
  edit: (file: string, find: string, replace: string) => Promise<() => Promise<void>>;
  remove: () => Promise<void>;
}

/** Copies the checkout, with changes that are not committed yet, into a temporary folder. */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const root = await mkdtemp(join(tmpdir(), 'outcrop-planted-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', list, { cwd: checkoutRoot, encoding: 'utf8' }).split('\0');
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], {
    cwd: checkoutRoot,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files)
    if (file !== '' && !deleted.includes(file))
      await cp(join(checkoutRoot, file), join(root, file));
  await linkPackages(root);
  return {
    root,
    edit: async (file, find, replace) => {
      const path = join(root, file);
      const before = await readFile(path, 'utf8');
      await writeFile(path, replaceOnce(before, find, replace, file));
      return () => writeFile(path, before);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Links the installed packages. The packages of this repository are those of the copy. */
async function linkPackages(root: string): Promise<void> {
  const own = '@outcrop';
  await mkdir(join(root, 'node_modules', own), { recursive: true });
  for (const name of await readdir(join(checkoutRoot, 'node_modules')))
    if (name !== own)
      await symlink(join(checkoutRoot, 'node_modules', name), join(root, 'node_modules', name));
  for (const name of await readdir(join(checkoutRoot, 'node_modules', own)))
    await symlink(join(root, name), join(root, 'node_modules', own, name));
  const manifest = JSON.parse(await readFile(join(checkoutRoot, 'package.json'), 'utf8'));
  for (const workspace of manifest.workspaces as string[]) {
    const packages = join(workspace, 'node_modules');
    await mkdir(dirname(join(root, packages)), { recursive: true });
    await symlink(join(checkoutRoot, packages), join(root, packages));
  }
}

/** Throws unless the text occurs exactly once: otherwise the table no longer matches the code. */
export function replaceOnce(text: string, find: string, replace: string, file: string): string {
  const occurrences = text.split(find).length - 1;
  if (occurrences !== 1)
    throw new Error(
      `${file} contains this text ${occurrences} times instead of once. Change planted-bugs.ts so that it follows the code:\n${find}`,
    );
  return text.replace(find, () => replace);
}
