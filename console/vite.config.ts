import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pagePreloads } from './page-preloads.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pagePreloads(), precompress()],
  build: {
    target: 'es2023',
    // The content security policy allows nothing inline, not even images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // For the test that limits the size of the first page.
    manifest: true,
    // One stylesheet: a page with its own would wait for it before its code runs.
    cssCodeSplit: false,
    // Without groups, the prospects page loads 71 scripts instead of 27, and is slower.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            // Many pages follow background jobs or have dialogs, but not the first one at first.
            {
              name: 'common',
              minShareCount: 5,
              test: /^(?!.*\/(follow-task|task-labels|task-progress|dialog|confirm|form-footer)\.|.*\/(Combobox|Select|Modal|ModalBase|Drawer|Radio|Tabs)\/|.*\/react-remove-scroll)/,
            },
          ],
        },
      },
    },
  },
});
