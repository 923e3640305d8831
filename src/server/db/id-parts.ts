/** Lists and rows in parts that one statement reads or changes in a moment; after each it yields to the event loop. */
import { yieldToEventLoop } from '../yielding.ts';

const atOnce = 3000;

export async function* partsOf<T>(list: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < list.length; from += atOnce) {
    yield list.slice(from, from + atOnce);
    await yieldToEventLoop();
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
    await yieldToEventLoop();
  }
}

/** The same of their ids alone. */
export async function* foundIDs(find: Find<{ id: number }>): AsyncGenerator<number[]> {
  for await (const rows of foundRows(find)) yield rows.map(({ id }) => id);
}

/** What is found in all the parts. */
export async function gather<P, R>(parts: AsyncIterable<P>, find: (part: P) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for await (const part of parts) for (const row of await find(part)) all.push(row);
  return all;
}
