/** Rows by their ids, in parts that one statement changes in a moment; after each others get their turn. */
import { setImmediate as turn } from 'node:timers/promises';

const atOnce = 3000;

export async function* idParts(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < ids.length; from += atOnce) {
    yield ids.slice(from, from + atOnce);
    await turn();
  }
}

type Find<T> = (page: { after: number; take: number }) => Promise<T[]>;

/** The rows that are found, some thousands at a time from behind the id `after`, in the order of their ids. */
export async function* foundRows<T extends { id: number }>(find: Find<T>): AsyncGenerator<T[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await find({ after, take: atOnce });
    if (rows.length > 0) yield rows;
    isMore = rows.length === atOnce;
    after = rows.at(-1)?.id ?? 0;
    await turn();
  }
}

/** The same of their ids alone. */
export async function* foundIDs(find: Find<{ id: number }>): AsyncGenerator<number[]> {
  for await (const rows of foundRows(find)) yield rows.map(({ id }) => id);
}
