import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, 'src');
/** A route is written as `page('lists', () => import('./pages/lists/lists.tsx'), …)`. */
const routes = /\bpage\(\s*'([^']+)',\s*\(\) => import\('\.\/([^']+)'\)/g;
const session = '</api/v1/manage/me>; rel=preload; as=fetch; crossorigin';

/**
 * Writes page-preloads.json: a Link header for the path of each page. With it, the browser loads the
 * session and the page's code together with the first script.
 */
export const pagePreloads = (): Plugin => ({
  name: 'page-preloads',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const entry = chunks.find(({ isEntry }) => isEntry)!;
    const filesOf = (file: string): string[] => [
      file,
      ...chunks.find(({ fileName }) => fileName === file)!.imports.flatMap(filesOf),
    ];
    const fileOf = (module: string): string => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(source, module));
      if (!chunk) throw new Error(`${module} has no file of its own.`);
      return chunk.fileName;
    };
    const linksOf = (module: string): string => {
      const needed = [entry.fileName, fileOf('shell/shell.tsx'), fileOf(module)].flatMap(filesOf);
      const [first, ...others] = [...new Set(needed)].map(
        (file) => `</${file}>; rel=modulepreload`,
      );
      return [first, session, ...others].join(', ');
    };
    const preloads = readFileSync(join(source, 'routes.tsx'), 'utf8')
      .matchAll(routes)
      .map(([, path, module]) => [`/w/:workspaceId/${path!.replace('$', ':')}`, linksOf(module!)]);
    this.emitFile({
      type: 'asset',
      fileName: 'page-preloads.json',
      source: JSON.stringify(Object.fromEntries(preloads)),
    });
  },
});
