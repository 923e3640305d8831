export type Engine = 'sqlite' | 'postgres';

/** Every engine a test must give the same answer on. SKIP_POSTGRES=1 is for the fast check only. */
export const engines: Engine[] = process.env.SKIP_POSTGRES === '1' ? ['sqlite'] : ['sqlite', 'postgres'];
