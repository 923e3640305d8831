import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the whole run; undefined with SKIP_POSTGRES=1. */
    postgresUrl: string | undefined;
  }
}

export default async function setup(project: TestProject) {
  if (process.env.SKIP_POSTGRES === '1') {
    project.provide('postgresUrl', undefined);
    return;
  }
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
