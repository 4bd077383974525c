import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    // Everything is a file of its own: the page's policy allows nothing inline, not even an image.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What needs what, for the test that holds the first page to its size.
    manifest: true,
  },
});
