/** Property tests try the same values each time; PROPERTY_SEED has others. What a command depends on is never luck. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_105) });
