export type Engine = 'sqlite' | 'postgres';

/** The engines a test must give the same answer on; with SKIP_POSTGRES=1 SQLite alone. */
export const engines: Engine[] = process.env.SKIP_POSTGRES === '1' ? ['sqlite'] : ['sqlite', 'postgres'];
