/** Rows by their ids, in parts that one statement changes in a moment; after each others get their turn. */
import { setImmediate as turn } from 'node:timers/promises';

const atOnce = 3000;

export async function* idParts(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < ids.length; from += atOnce) {
    yield ids.slice(from, from + atOnce);
    await turn();
  }
}

/** The ids that are found, `take` of them at a time from behind `after`, in their order. */
export async function* foundIDs(
  find: (page: { after: number; take: number }) => Promise<{ id: number }[]>,
): AsyncGenerator<number[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const ids = (await find({ after, take: atOnce })).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    isMore = ids.length === atOnce;
    after = ids.at(-1) ?? 0;
    await turn();
  }
}
