import { defineConfig } from 'vitest/config';
import { measured } from './vitest.shared.ts';

/** Tests that measure: one file after the other, on a machine that does nothing else. */
export default defineConfig({
  test: {
    ...measured,
    include: ['{client,server,console}/**/*.nightly.test.ts'],
    globalSetup: ['server/test/template-database.ts'],
    fileParallelism: false,
  },
});
