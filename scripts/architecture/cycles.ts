// No file and no module may import itself through others, types included.
import { areaOf } from './areas.ts';
import type { Graph } from './modules.ts';
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/** A provider implements the port that lists it, and migrate.ts lists the migrations: here only files may not form cycles. */
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
    text: `These files form a cycle: ${cycle.join(' -> ')}. Move what they share into the one that needs least.`,
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
    text: `These modules form a cycle: ${cycle.join(' -> ')}. Pass one of them in as an argument, or move what both need into model.ts.`,
  }));
  return [...ofFiles, ...ofModules];
}

/** One path for each cycle found, with its first node again at the end. */
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
