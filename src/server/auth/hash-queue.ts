/**
 * The queue for password hashes. A hash occupies a core and one of Node's four pool threads, which file reads also
 * need. Many hashes at the same time would delay everybody's pages.
 */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { createFairLine } from '../platform/http/fair-line.ts';

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
    else
      await new Promise<void>((begin, reject) => {
        const refuse = () => reject(new Failure('tooMany', failureWords.tooMany));
        lines[line].add(owner, { begin, refuse });
      });
    try {
      return await work();
    } finally {
      const next = lines.trusted.next() ?? lines.others.next();
      if (next) next.begin();
      else working--;
    }
  };
}
