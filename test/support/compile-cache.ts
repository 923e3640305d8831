import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment of a program that a test starts. Without the cache, compiling takes half of a short run. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'qasid-test-compiled') };
