import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { builtFolder } from './build.ts';
import { targets } from './targets.ts';

/** Writes the folders that Chrome and Firefox load: `dist` and `dist-firefox`. */
const root = import.meta.dirname;
const outDir = builtFolder;

const shared: InlineConfig = { root, configFile: false, logLevel: 'warn' };
const target = 'chrome120';

await build({
  ...shared,
  plugins: [react()],
  build: {
    outDir,
    target,
    emptyOutDir: true,
    // The content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { panel: join(root, 'panel.html'), background: join(root, 'src/background.ts') },
      output: { entryFileNames: '[name].js' },
    },
  },
});

// The page reader is one classic script. Its value is what chrome.scripting returns, so the whole
// file must be one expression.
await build({
  ...shared,
  publicDir: false,
  build: {
    outDir,
    target,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(root, 'src/capture/read-page.ts'),
      output: {
        format: 'iife',
        name: 'reader',
        exports: 'named',
        entryFileNames: 'read-page.js',
        banner: '(() => {',
        footer: 'return reader.readThisPage(); })();',
      },
      preserveEntrySignatures: 'strict',
    },
  },
});

const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as object;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
for (const { folder, manifestOf } of targets) {
  if (folder !== outDir) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(outDir, folder, { recursive: true });
  }
  writeFileSync(
    join(folder, 'manifest.json'),
    `${JSON.stringify(manifestOf({ ...manifest, version }), null, 2)}\n`,
  );
}
