import { afterAll } from 'vitest';
import { takeSetUpTimes } from '../server/test/set-up-times.ts';

// Runs in every test file, for the table of `npm run test:costs`.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from it.
afterAll(({}, file) => {
  file.meta.setUpMs = takeSetUpTimes();
});
