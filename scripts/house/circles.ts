// No file and no room may import itself through others. Type imports count.
import { areaOf } from './areas.ts';
import type { Graph } from './rooms.ts';
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/**
 * In these areas only files are checked: a provider implements the port that lists it, and the migration runner lists
 * the migrations.
 */
const judgedByFile = ['db', 'whatsapp'];

export function checkCircles(sources: Source[], rooms: Graph): Complaint[] {
  const files = new Map(
    sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .map((source) => [source.path, source]),
  );
  const filesBelow = (path: string) =>
    files.get(path)?.imports.flatMap(({ from }) => resolve(path, from) ?? []) ?? [];
  const ofFiles = findCircles(files.keys(), filesBelow).map((circle) => ({
    path: circle[0] ?? '',
    line: 1,
    text: `The files import each other in a circle: ${circle.join(' -> ')}. Move what they share into the one that needs least.`,
  }));
  // The order of the areas already rules out circles between them.
  const inArea = (room: string) =>
    [...(rooms.get(room)?.keys() ?? [])].filter((other) => {
      const area = areaOf(`src/server/${room}`) ?? '';
      return area === areaOf(`src/server/${other}`) && !judgedByFile.includes(area);
    });
  const ofRooms = findCircles(rooms.keys(), inArea).map((circle) => ({
    path: rooms.get(circle[0] ?? '')?.get(circle[1] ?? '') ?? '',
    line: 1,
    text: `The rooms import each other in a circle: ${circle.join(' -> ')}. Hand one of them in as an argument, or move what both need into model.ts.`,
  }));
  return [...ofFiles, ...ofRooms];
}

/** Returns each circle found, with its first node repeated at the end. */
function findCircles(nodes: Iterable<string>, below: (node: string) => string[]): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: string[]) => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      circles.push([...trail.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of below(node)) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return circles;
}
