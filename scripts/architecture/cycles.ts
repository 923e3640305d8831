// No file and no module may import itself through other files. Imports of types count too.
import { areaOf } from './areas.ts';
import type { Graph } from './modules.ts';
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/**
 * In these areas files may not form a cycle, but modules may: a provider implements the port that lists it, and
 * migrate.ts lists the migrations.
 */
const judgedByFile = ['platform/db', 'whatsapp'];

export function checkCycles(sources: Source[], modules: Graph): Complaint[] {
  const files = new Map(
    sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .map((source) => [source.path, source]),
  );
  const filesBelow = (path: string) =>
    files.get(path)?.imports.flatMap(({ from }) => resolve(path, from) ?? []) ?? [];
  const ofFiles = findCycles(files.keys(), filesBelow).map((cycle) => ({
    path: cycle[0] ?? '',
    line: 1,
    text: `These files form a cycle: ${cycle.join(' -> ')}. Move the shared code into the file that imports the fewest of the others.`,
  }));
  // The order of areas allows no cycle between them.
  const inArea = (module: string) =>
    [...(modules.get(module)?.keys() ?? [])].filter((other) => {
      const area = areaOf(`src/server/${module}`) ?? '';
      return area === areaOf(`src/server/${other}`) && !judgedByFile.includes(area);
    });
  const ofModules = findCycles(modules.keys(), inArea).map((cycle) => ({
    path: modules.get(cycle[0] ?? '')?.get(cycle[1] ?? '') ?? '',
    line: 1,
    text: `These modules form a cycle: ${cycle.join(' -> ')}. Pass one of them as an argument, or move the code that both need into model.ts.`,
  }));
  return [...ofFiles, ...ofModules];
}

/** Returns one path for each cycle. Its first node is also its last. */
function findCycles(nodes: Iterable<string>, below: (node: string) => string[]): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: string[]) => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      cycles.push([...trail.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of below(node)) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return cycles;
}
