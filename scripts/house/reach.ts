// Lists the files of the server that a reader needs to understand one file.
import { basename, dirname } from 'node:path/posix';
import { type Complaint, resolve, type Source } from './source.ts';

/** The file and every file of src/server that it imports, also indirectly and as types; sorted. */
export function reachOf(sources: Source[], path: string): string[] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  if (!imports.has(path)) throw new Error(`There is no ${path}. Write it from the root of the repository.`);
  const reached = new Set([path]);
  // The loop also visits the files that are added to the set while it runs.
  for (const file of reached) {
    for (const { from } of imports.get(file) ?? []) {
      const target = resolve(file, from);
      if (target?.startsWith('src/server/') && imports.has(target)) reached.add(target);
    }
  }
  return [...reached].sort();
}

/** Files that change often must be understandable from few other files. */
const ceilings: { of: RegExp; most: number }[] = [
  { of: /^src\/server\/outbox\/completer\/rules\.ts$/, most: 8 },
  { of: /^src\/server\/whatsapp\/error-codes\.ts$/, most: 8 },
  { of: /^src\/server\/billing\/marks\/actions\.ts$/, most: 15 },
  { of: /^src\/server\/billing\/payments\/actions\.ts$/, most: 16 },
  { of: /^src\/server\/webhooks\/[a-z-]+\/actions\.ts$/, most: 25 },
];
/** These rooms are no handlers: they receive calls, download media or delete old rows. */
const unbounded = /^src\/server\/webhooks\/(intake|media|retention)\//;

export function checkReach(sources: Source[]): Complaint[] {
  return sources.flatMap(({ path }) => {
    const ceiling = unbounded.test(path) ? undefined : ceilings.find(({ of }) => of.test(path));
    if (!ceiling) return [];
    const reach = reachOf(sources, path).length;
    if (reach <= ceiling.most) return [];
    return {
      path,
      line: 1,
      text: `reaches ${reach} files, the ceiling is ${ceiling.most}: pass in what it calls as an argument.`,
    };
  });
}

/** `src/server/chat/rules.ts reaches 3 files in 2 rooms`, then one line per room. */
export function printReach(sources: Source[], path: string): string {
  const files = reachOf(sources, path);
  const rooms = Map.groupBy(files, dirname);
  const rows = [...rooms].map(
    ([room, inRoom]) => `  ${room}: ${inRoom.map((file) => basename(file)).join(', ')}`,
  );
  return [`${path} reaches ${files.length} files in ${rooms.size} rooms`, ...rows].join('\n');
}
