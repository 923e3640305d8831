import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For a program that a test starts: without it half of a short life is compiling what the one before had compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'qasid-test-compiled') };
