/**
 * How many of many similar cases a test runs: `LONG_TESTS=1` runs the sample of `npm run test:long`, `LONG_TESTS=all` every
 * case, and without it the sample of `npm test` is run.
 */
export const isLong = Boolean(process.env.LONG_TESTS);
export const isWhole = process.env.LONG_TESTS === 'all';
