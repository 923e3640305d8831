// src/shared/sheets can be used without the rest of the product: neither it nor what it imports needs calls or words.
import { type Complaint, isTest, resolve, type Source } from './source.ts';

const folder = 'src/shared/sheets/';
const allowed = ['money', 'time', 'people', 'text', 'messages'].map((name) => `src/shared/${name}/`);

/** Complains about each import that leads from the sheets to a file of another folder. Imports of types count too. */
export function checkStandalone(sources: Source[]): Complaint[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set(
    sources.filter(({ path }) => path.startsWith(folder) && !isTest(path)).map(({ path }) => path),
  );
  const complaints: Complaint[] = [];
  // The loop also visits the paths that are added during the loop.
  for (const path of reached) {
    for (const { from, line } of byPath.get(path)?.imports ?? []) {
      const file = resolve(path, from);
      if (file === undefined || file.startsWith(folder)) continue;
      if (allowed.some((prefix) => file.startsWith(prefix))) reached.add(file);
      else
        complaints.push({
          path,
          line,
          text: `${folder} can be used alone and would now need ${file}. Move the needed part into sheets or into one of ${allowed.join(', ')}, or take it as an argument.`,
        });
    }
  }
  return complaints;
}
