import type { CopyWhy } from './outbox-tables.ts';

/**
 * Marks every sender of a store as that of a copy, in the words of both engines: nothing is sent until a person says
 * what became of what waits in it. `at`: an instant of ours, as ISO text. What is marked already stays as it is.
 */
export const markCopy = (why: CopyWhy, at: string): string =>
  `update sender set "copiedAt" = '${at}', "copyWhy" = '${why}',
    "copyUpTo" = (select coalesce(max(id), 0) from message) where "copiedAt" is null`;
