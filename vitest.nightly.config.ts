import { defineConfig } from 'vitest/config';
import { measured } from './vitest.shared.ts';

/** Performance tests: one file at a time, on an otherwise idle machine. */
export default defineConfig({
  test: {
    ...measured,
    include: ['{client,server,console}/**/*.nightly.test.ts'],
    globalSetup: ['server/test/template-database.ts'],
    fileParallelism: false,
  },
});
