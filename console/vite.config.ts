import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    // The content security policy allows nothing inline, not even images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // For the test that limits the size of the first page.
    manifest: true,
    // One stylesheet, because a page's code waits for the page's own.
    cssCodeSplit: false,
    // Few files: without groups, the page of prospects needed 71 scripts, and half of its time.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
