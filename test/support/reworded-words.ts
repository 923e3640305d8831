/**
 * With REWORD=1 every sentence of `src/shared/words` begins with a sign, before any other module reads it: whatever
 * compares a sentence then fails, and whatever goes by a code goes on. Also read by the processes that a test starts.
 */
import { readdirSync } from 'node:fs';

export const sign = '¤ ';

const folder = new URL('../../src/shared/words/', import.meta.url);

/** Which of what stands among the words is no sentence, and stays: `module.export`, or `module.export.key`. */
export const dataAmongWords: Readonly<Record<string, string>> = {};

/** What could not be changed: an export that is a text itself, or a function. */
export const unchanged: string[] = [];

type Holder = Record<string, unknown>;

const reworded =
  (say: (...given: unknown[]) => unknown) =>
  (...given: unknown[]): unknown => {
    const said = say(...given);
    return typeof said === 'string' ? `${sign}${said}` : said;
  };

function rewordAll(holder: Holder, path: string, seen: Set<unknown>): void {
  if (seen.has(holder) || Object.hasOwn(dataAmongWords, path)) return;
  seen.add(holder);
  for (const [key, value] of Object.entries(holder)) {
    const own = `${path}.${key}`;
    if (Object.hasOwn(dataAmongWords, own)) continue;
    if (typeof value === 'string') holder[key] = `${sign}${value}`;
    else if (typeof value === 'function') holder[key] = reworded(value as (...given: unknown[]) => unknown);
    else if (typeof value === 'object' && value !== null) rewordAll(value as Holder, own, seen);
  }
}

async function rewordWords(): Promise<void> {
  const seen = new Set<unknown>();
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const file of files) {
    const words: Holder = await import(new URL(file, folder).href);
    for (const [key, value] of Object.entries(words)) {
      const path = `${file.slice(0, -'.ts'.length)}.${key}`;
      if (typeof value === 'object' && value !== null) rewordAll(value as Holder, path, seen);
      else unchanged.push(path);
    }
  }
}

export const isReworded = process.env.REWORD === '1';

if (isReworded) {
  await rewordWords();
  const { NODE_OPTIONS = '' } = process.env;
  const here = `--import=${import.meta.url}`;
  if (!NODE_OPTIONS.includes(here)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${here}`.trim();
}
