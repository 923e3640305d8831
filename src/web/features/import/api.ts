import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { ImportKind } from '#shared/calls/imports.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 50;

/** The imports of a kind, newest first, in pages; with `groupID` only those into this billing. */
export const importsQuery = (wanted: { kind: ImportKind; groupID?: number | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...keys.imports, wanted],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Imports', { query: { ...wanted, after: pageParam, take: pageSize } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** Columns that were mapped by hand before, used for the next file of the kind. */
export const headingsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: [...keys.imports, 'headings', kind],
    queryFn: ({ signal }) => send('GET /Imports/Headings', { query: { kind } }, signal),
  });

const reload = async (): Promise<void> => {
  // Undoing an import changes bills, billings, plans of messages, and classes.
  const changed = [keys.imports, keys.groups, ['bills'], ['bill'], keys.plans, keys.students];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
};

/** Rejects with a `Failure` whose issues name the bills that prevent it. */
export async function undoImport(id: number): Promise<AnswerOf<'POST /Imports/:id/Undo'>> {
  const answer = await send('POST /Imports/:id/Undo', { params: { id } });
  await reload();
  return answer;
}

/** Called after an import was saved. */
export const reloadImports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.imports });
