import { type CompiledQuery, type RootOperationNode, sql } from 'kysely';
import type { Scope } from '../../src/server/auth/scope.ts';

/** The last statement that the work compiles: Kysely passes the parts of a query before the whole. */
async function lastStatement(scope: Scope, work: (scope: Scope) => Promise<unknown>): Promise<CompiledQuery> {
  const nodes: RootOperationNode[] = [];
  const db = scope.db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...scope, db });
  const whole = nodes.at(-1);
  if (!whole) throw new Error('no query was made');
  return scope.db.getExecutor().compileQuery(whole, { queryId: 'plan' });
}

/** The query plan of the last statement of the work, one line for each step. */
export async function planOf(scope: Scope, work: (scope: Scope) => Promise<unknown>): Promise<string> {
  const compiled = await lastStatement(scope, work);
  const parts = compiled.sql.split(/\?|\$\d+/);
  const explained = parts.map((part, at) =>
    at === 0 ? sql.raw(part) : sql`${compiled.parameters[at - 1]}${sql.raw(part)}`,
  );
  const isPostgres = compiled.sql.includes('$1');
  const explain = isPostgres ? sql`explain` : sql`explain query plan`;
  const { rows } = await sql<Record<string, string>>`${explain} ${sql.join(explained, sql.raw(''))}`.execute(
    scope.db,
  );
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}
