// The module of a file, and the modules that it imports.
import { isTest, resolve, type Source } from './source.ts';

/** For each module: the modules it imports, each with the first file that does so. */
export type Graph = Map<string, Map<string, string>>;

/** Files of an area that its own modules may import. */
const sharedInArea = ['model.ts', 'tables.ts'];

/**
 * For example 'shared', 'outbox/enqueue', 'outbox' for a file beside its modules, 'app.ts', 'web/ui',
 * 'web/features/bills'. Undefined for tests and scripts.
 */
export function moduleOf(path: string): string | undefined {
  const [top, side, area, inner, ...rest] = path.replace('/server/platform/', '/server/platform:').split('/');
  if (top !== 'src' || area === undefined) return undefined;
  if (side === 'shared') return 'shared';
  if (side === 'server') {
    if (inner === undefined) return area;
    const name = area.replace(':', '/');
    return rest.length > 0 || sharedInArea.includes(inner) ? `${name}/${inner}` : name;
  }
  if (inner === undefined) return 'web';
  return area === 'features' ? `web/features/${inner}` : `web/${area}`;
}

export function drawGraph(sources: Source[]): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
    const module = moduleOf(path);
    if (!module) continue;
    const calls = graph.get(module) ?? new Map<string, string>();
    graph.set(module, calls);
    for (const { from } of imports) {
      const target = moduleOf(resolve(path, from) ?? '');
      if (target && target !== module && !calls.has(target)) calls.set(target, path);
    }
  }
  return graph;
}

/**
 * Prints one line for each module, such as `billing/bills -> platform/db, billing/groups`. shared is left out,
 * because every module may import it.
 */
export function printGraph(graph: Graph): string {
  return [...graph.keys()]
    .filter((module) => module !== 'shared')
    .sort()
    .map((module) => {
      const calls = [...(graph.get(module)?.keys() ?? [])].filter((called) => called !== 'shared').sort();
      return `  ${module} -> ${calls.join(', ') || '(shared only)'}`;
    })
    .join('\n');
}
