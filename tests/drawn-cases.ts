import fc from 'fast-check';

/**
 * Set up before every test. CI draws the same cases for a property each time, so that what it finds is due to what changed;
 * `npm run test:long` draws others each time, and a property that fails there names its seed.
 */
if (process.env.LOTLENS_LONG !== '1') fc.configureGlobal({ seed: 20_261_127 });
