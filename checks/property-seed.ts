import fc from 'fast-check';

// Property tests try the same values each time, so that a failure always comes from the change. The
// nightly run tries other values, and `PROPERTY_SEED` repeats them.
const { PROPERTY_SEED, TEST_SIZE } = process.env;
if (PROPERTY_SEED !== undefined || TEST_SIZE !== 'full')
  fc.configureGlobal({ seed: Number(PROPERTY_SEED ?? 20_261_118) });
