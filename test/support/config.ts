/** The configuration of the program in tests; a test overrides single values. */
import { join, resolve } from 'node:path';
import type { Config } from '../../src/server/config.ts';

export function configFor(dataDir: string, databaseUrl: string | undefined): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    uploadsDir: join(dataDir, 'uploads'),
    webDir: resolve('dist/web'),
    databaseUrl,
    // No workers run by themselves; a test says when they work.
    role: 'web',
    publicUrl: undefined,
    adminPassword: undefined,
    demo: false,
    logLevel: 'warn',
    graphUrl: 'http://127.0.0.1:9',
    gatewayNetworks: 'any',
    secretKey: undefined,
    filesLimit: 5000 * 1024 * 1024,
    trustedProxy: ['loopback'],
  };
}
