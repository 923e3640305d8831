import { PostgresAdapter } from 'kysely';
import type { Db } from './store.ts';

// Dialect: asked where the engines have no common words: to read JSON as rows, and to hold a name.
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
