import type { Snippet, SnippetDetails } from '#shared/calls/snippets.ts';
import type { Scope } from '../../auth/scope.ts';

const columns = ['id', 'title', 'message'] as const;

/** Lists the quick answers of the campus, in the order of their creation. */
export async function listSnippets(scope: Scope): Promise<Snippet[]> {
  return scope.db
    .selectFrom('snippet')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .orderBy('id')
    .execute();
}

export async function findSnippet(scope: Scope, snippetID: number): Promise<Snippet | undefined> {
  return scope.db
    .selectFrom('snippet')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', snippetID)
    .executeTakeFirst();
}

export async function insertSnippet(
  scope: Scope,
  { title, message }: SnippetDetails,
  now: string,
): Promise<Snippet> {
  return scope.db
    .insertInto('snippet')
    .values({ title, message, campusID: scope.campusID, createdAt: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Returns the changed quick answer; undefined when the campus has none with this id. */
export async function updateSnippet(
  scope: Scope,
  snippetID: number,
  { title, message }: SnippetDetails,
): Promise<Snippet | undefined> {
  return scope.db
    .updateTable('snippet')
    .set({ title, message })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', snippetID)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the deleted quick answer; undefined when the campus has none with this id. */
export async function deleteSnippet(scope: Scope, snippetID: number): Promise<Snippet | undefined> {
  return scope.db
    .deleteFrom('snippet')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', snippetID)
    .returning(columns)
    .executeTakeFirst();
}
