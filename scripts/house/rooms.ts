// Which room a file stands in, and which rooms it calls on.
import { dirname, join } from 'node:path/posix';
import { type Complaint, isTest, type Source } from './source.ts';

/** For each room the rooms it imports, with the file that does so first. */
export type Graph = Map<string, Map<string, string>>;

/** 'shared', a server room by its own name, 'app', 'web/ui', 'web/features/bills', or none (tests, scripts). */
export function roomOf(path: string): string | undefined {
  const [top, side, room, inner] = path.split('/');
  if (top !== 'src' || room === undefined) return undefined;
  if (side === 'shared') return 'shared';
  if (side === 'server') return room.replace(/\.(ts|mjs)$/, '');
  if (inner === undefined) return 'web';
  return room === 'features' ? `web/features/${inner}` : `web/${room}`;
}

/** The file an import means, or none when it is a package. */
export function resolve(path: string, from: string): string | undefined {
  if (from.startsWith('#shared/')) return from.replace('#shared/', 'src/shared/');
  return from.startsWith('.') ? join(dirname(path), from) : undefined;
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

/** One complaint for each way round that is found. */
export function checkCycles(graph: Graph): Complaint[] {
  const complaints: Complaint[] = [];
  const done = new Set<string>();
  const visit = (room: string, trail: string[]) => {
    const start = trail.indexOf(room);
    if (start >= 0) {
      const round = [...trail.slice(start), room];
      const path = graph.get(round[0] ?? '')?.get(round[1] ?? '') ?? '';
      const text = `The rooms go round in a circle: ${round.join(' -> ')}. Let app.ts hand one of them in as an argument, or move what both need below both.`;
      complaints.push({ path, line: 1, text });
      return;
    }
    if (done.has(room)) return;
    for (const next of graph.get(room)?.keys() ?? []) visit(next, [...trail, room]);
    done.add(room);
  };
  for (const room of graph.keys()) visit(room, []);
  return complaints;
}

/** `bills -> db, groups`, a line a room; shared is left out, since everybody may call on it. */
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
