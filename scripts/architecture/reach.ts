// Counts how many files of the server one must read to understand one file.
import { basename, dirname } from 'node:path/posix';
import { type Complaint, resolve, type Source } from './source.ts';

/**
 * Returns the file and every file of src/server that it imports, directly or through other files, including imports
 * of types. Sorted.
 */
export function reachOf(sources: Source[], path: string): string[] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  if (!imports.has(path)) throw new Error(`There is no ${path}. Write it from the root of the repository.`);
  const reached = new Set([path]);
  // A Set may grow during a loop; the loop also visits the new values.
  for (const file of reached) {
    for (const { from } of imports.get(file) ?? []) {
      const target = resolve(file, from);
      if (target?.startsWith('src/server/') && imports.has(target)) reached.add(target);
    }
  }
  return [...reached].sort();
}

/** The limits for files that change often. One must be able to understand them from few other files. */
const ceilings: { of: RegExp; most: number }[] = [
  { of: /^src\/server\/outbox\/delivery\/completer-rules\.ts$/, most: 8 },
  { of: /^src\/server\/whatsapp\/error-codes\.ts$/, most: 8 },
  { of: /^src\/server\/ledger\/marks\/marks\.ts$/, most: 15 },
  { of: /^src\/server\/counter\/payments\/payments\.ts$/, most: 20 },
];
export function checkReach(sources: Source[]): Complaint[] {
  return sources.flatMap(({ path }) => {
    const ceiling = ceilings.find(({ of }) => of.test(path));
    if (!ceiling) return [];
    const reach = reachOf(sources, path).length;
    if (reach <= ceiling.most) return [];
    return {
      path,
      line: 1,
      text: `reaches ${reach} files, the ceiling is ${ceiling.most}: pass the called functions as arguments.`,
    };
  });
}

/** Prints `src/server/chat/rules.ts reaches 3 files in 2 folders`, and then one line for each folder. */
export function printReach(sources: Source[], path: string): string {
  const files = reachOf(sources, path);
  const folders = Map.groupBy(files, dirname);
  const rows = [...folders].map(
    ([folder, inFolder]) => `  ${folder}: ${inFolder.map((file) => basename(file)).join(', ')}`,
  );
  return [`${path} reaches ${files.length} files in ${folders.size} folders`, ...rows].join('\n');
}
