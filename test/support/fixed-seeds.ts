/**
 * Property tests use the same values in each run, so that no result depends on luck. PROPERTY_SEED sets other values.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_105) });
