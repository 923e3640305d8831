/**
 * The queue for password hashes. A hash occupies a core and one of Node's four pool threads, which file reads also
 * need. Many hashes at the same time would delay everybody's pages.
 */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

type Entry = { begin: () => void; refuse: (error: Failure) => void };

/**
 * Work that waits, by owner. The owners take turns. When the line is full, the owner with the most entries loses the
 * newest one, so one owner cannot keep the others out.
 */
function createFairLine(most: number) {
  const waiting = new Map<string, Entry[]>();
  let length = 0;
  const take = (owner: string, end: 'pop' | 'shift'): Entry | undefined => {
    const entries = waiting.get(owner) ?? [];
    const entry = entries[end]();
    // Deleting and setting again moves the owner behind all others.
    if (end === 'shift' || entries.length === 0) waiting.delete(owner);
    if (entries.length > 0) waiting.set(owner, entries);
    if (entry) length -= 1;
    return entry;
  };
  const add = (owner: string, entry: Entry): void => {
    const entries = waiting.get(owner) ?? [];
    entries.push(entry);
    waiting.set(owner, entries);
    length += 1;
    if (length <= most) return;
    let longest = owner;
    for (const [other, { length }] of waiting)
      if (length > (waiting.get(longest)?.length ?? 0)) longest = other;
    take(longest, 'pop')?.refuse(new Failure('tooMany', failureWords.tooMany));
  };
  const next = (): Entry | undefined => {
    const [owner] = waiting.keys();
    return owner === undefined ? undefined : take(owner, 'shift');
  };
  return { add, next };
}

/**
 * `trusted`: a browser that has signed in before, or a person whose session or one-time link was checked. Its line is
 * served first, so guesses from elsewhere never delay it by more than the hash that runs.
 */
export type HashOwner = { line: 'trusted' | 'others'; owner: string };

/** Runs up to `atOnce` functions at the same time. Throws `tooMany` when more than `most` wait in one line. */
export function createHashQueue({ atOnce, most }: { atOnce: number; most: number }) {
  let working = 0;
  const lines = { trusted: createFairLine(most), others: createFairLine(most) };
  return async <T>({ line, owner }: HashOwner, work: () => Promise<T>): Promise<T> => {
    if (working < atOnce) working++;
    else await new Promise<void>((begin, refuse) => lines[line].add(owner, { begin, refuse }));
    try {
      return await work();
    } finally {
      const next = lines.trusted.next() ?? lines.others.next();
      if (next) next.begin();
      else working--;
    }
  };
}
