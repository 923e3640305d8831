// Finds the room of a file and the rooms that it imports.
import { isTest, resolve, type Source } from './source.ts';

/** Maps each room to the rooms it imports, with the first file that does so. */
export type Graph = Map<string, Map<string, string>>;

/** Files that an area offers to its own rooms. They count as below the rooms. */
const saidOfArea = ['model.ts', 'tables.ts'];

/**
 * 'shared', 'outbox/enqueue', 'outbox' for a file beside the rooms, 'app.ts', 'web/ui', 'web/features/bills', or
 * undefined for tests and scripts.
 */
export function roomOf(path: string): string | undefined {
  const [top, side, area, inner, ...rest] = path.split('/');
  if (top !== 'src' || area === undefined) return undefined;
  if (side === 'shared') return 'shared';
  if (side === 'server') {
    if (inner === undefined) return area;
    return rest.length > 0 || saidOfArea.includes(inner) ? `${area}/${inner}` : area;
  }
  if (inner === undefined) return 'web';
  return area === 'features' ? `web/features/${inner}` : `web/${area}`;
}

export function drawGraph(sources: Source[]): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
    const room = roomOf(path);
    if (!room) continue;
    const calls = graph.get(room) ?? new Map<string, string>();
    graph.set(room, calls);
    for (const { from } of imports) {
      const target = roomOf(resolve(path, from) ?? '');
      if (target && target !== room && !calls.has(target)) calls.set(target, path);
    }
  }
  return graph;
}

/** `billing/bills -> db, billing/groups`, one line per room. shared is omitted, because every room may import it. */
export function printGraph(graph: Graph): string {
  return [...graph.keys()]
    .filter((room) => room !== 'shared')
    .sort()
    .map((room) => {
      const calls = [...(graph.get(room)?.keys() ?? [])].filter((called) => called !== 'shared').sort();
      return `  ${room} -> ${calls.join(', ') || '(shared only)'}`;
    })
    .join('\n');
}
