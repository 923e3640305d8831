import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 50;

/** The imports of a kind, newest first, in pages. With `groupID`, only the imports into this billing. */
export const importsQuery = (wanted: { kind: ImportKind; groupID?: number | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...keys.imports, wanted],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Imports', { query: { ...wanted, after: pageParam, take: pageSize } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** The columns that users have mapped in earlier files of this kind. They are applied to the next file. */
export const headingsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: [...keys.imports, 'headings', kind],
    queryFn: ({ signal }) => send('GET /Imports/Headings', { query: { kind } }, signal),
  });

/** The classes of the list of students, with the spellings that mean them. */
export const listedClassesQuery = queryOptions({
  queryKey: [...keys.students, 'listed'],
  queryFn: ({ signal }) => send('GET /Classes', {}, signal),
});

const reload = async (): Promise<void> => {
  // The undo of an import changes bills, billings, previews of sends, and classes.
  const changed = [keys.imports, keys.groups, ['bills'], ['bill'], keys.plans, keys.students];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
};

/** Rejects with a `Failure`. Its issues name the bills that prevent the undo. */
export async function undoImport(id: number): Promise<AnswerOf<'POST /Imports/:id/Undo'>> {
  const answer = await send('POST /Imports/:id/Undo', { params: { id } });
  await reload();
  return answer;
}

/** Reloads the list of imports. Call it after an import was saved. */
export const reloadImports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.imports });
