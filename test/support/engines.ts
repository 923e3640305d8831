export type Engine = 'sqlite' | 'postgres';

/** The engines on which a test must give the same answer; SKIP_POSTGRES=1 leaves only SQLite. */
export const engines: Engine[] = process.env.SKIP_POSTGRES === '1' ? ['sqlite'] : ['sqlite', 'postgres'];
