import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

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

/** Rejects with a `Failure`. Its issues name the bills that prevent the undo. */
export const undoImport = (id: number) => sendWrite('POST /Imports/:id/Undo', { params: { id } });
