// The folders of src/server, their order, and the imports between them.
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/**
 * Top first: a folder imports only folders below it. Decisions 0043, 0049, 0051, 0055, 0056, 0084, 0087, 0088, 0091 and
 * 0093 give the reasons for these folders and their order.
 */
export const line = [
  'health',
  'backups',
  'installation',
  'demo',
  'webhooks',
  'imports',
  'parents',
  'push',
  'papers',
  'billing',
  'reminders',
  'outbox',
  'chat',
  'templates',
  'recipients',
  'numbers',
  'live',
  'files',
  'bin',
  'auth',
  'trail',
  'http',
  'metrics',
  'log',
  'whatsapp',
  'db',
];

/** The entry points, which bring the areas together. No file may import them. */
export const entrances = ['main.mjs', 'need-node.mjs', 'main.ts', 'start.ts', 'app.ts'];
/** Every file may import these, so they may import only files that every file may import. */
export const foundations = [
  'bus.ts',
  'config.ts',
  'deps.ts',
  'loop.ts',
  'runtime.ts',
  'settings-file.ts',
  'yielding.ts',
];
const belowFoundations = ['db', 'whatsapp', 'log', 'bus.ts', 'runtime.ts', 'yielding.ts'];

// Twenty-six folders, including backups, the trail, the installation, the bin, papers, reminders, parents and push,
// each added by a decision (49, 51, 55, 56, 84, 87, 88, 91). Many folders import the trail, so the limit of arrows is
// high.
const mostFolders = 26;
const mostArrows = 139;

/** Maps each folder to the folders it imports, with the first file that does so. */
export type AreaGraph = Map<string, Map<string, string>>;

/** 'outbox' for a file of src/server/outbox, 'app.ts' for a file outside a folder, undefined outside src/server. */
export function areaOf(path: string): string | undefined {
  const [, side, area] = path.split('/');
  return path.startsWith('src/') && side === 'server' ? area : undefined;
}

export function drawAreas(sources: Source[]): AreaGraph {
  const graph: AreaGraph = new Map();
  for (const { path, imports } of sources) {
    const area = areaOf(path);
    if (!area || isRootFile(area) || isTest(path)) continue;
    const below = graph.get(area) ?? new Map<string, string>();
    graph.set(area, below);
    for (const { from } of imports) {
      const target = areaOf(resolve(path, from) ?? '');
      if (target && target !== area && !isRootFile(target) && !below.has(target)) below.set(target, path);
    }
  }
  return graph;
}

export function isRootFile(area: string): boolean {
  return area.includes('.');
}

/** Why `path` may not import `file`, if both are in src/server. */
export function findUpward(path: string, file: string): string | undefined {
  const here = areaOf(path) ?? '';
  const there = areaOf(file) ?? '';
  if (here === there || entrances.includes(here)) return undefined;
  if (entrances.includes(there))
    return `Nobody imports ${there}. Let it hand in what is needed as an argument.`;
  if (foundations.includes(there)) return undefined;
  if (foundations.includes(here)) {
    return belowFoundations.includes(there) || foundations.includes(there)
      ? undefined
      : `Everybody may import ${here}, so it imports only ${belowFoundations.join(', ')}. Move what it needs of ${there} below, or say its type here.`;
  }
  // A folder missing from the line gets a complaint about its name instead.
  if (!line.includes(here) || !line.includes(there)) return undefined;
  if (line.indexOf(here) < line.indexOf(there)) return undefined;
  return `${there} stands above ${here}. Let ${there} call ${here} and hand it in as an argument, or move what both need below both.`;
}

export function checkAreas(graph: AreaGraph): Complaint[] {
  const complain = (text: string): Complaint => ({ path: 'src/server', line: 1, text });
  const complaints: Complaint[] = [];
  for (const area of graph.keys()) {
    if (line.includes(area)) continue;
    const text = `"${area}" has no place in the line of areas. Put it into one of them, or give it a place in scripts/house/areas.ts by a record in docs/decisions.`;
    complaints.push(complain(text));
  }
  if (graph.size > mostFolders)
    complaints.push(complain(`${graph.size} folders, at most ${mostFolders}. Which two are one noun?`));
  const arrows = countArrows(graph);
  if (arrows > mostArrows)
    complaints.push(complain(`${arrows} arrows between areas, at most ${mostArrows}. Who knows too many?`));
  return complaints;
}

export function countArrows(graph: AreaGraph): number {
  return [...graph.values()].reduce((sum, below) => sum + below.size, 0);
}

/** `billing -> outbox, db`, one line per folder, top first. */
export function printAreas(graph: AreaGraph): string {
  const place = (area: string) => (line.includes(area) ? line.indexOf(area) : line.length);
  const inOrder = (areas: Iterable<string>) => [...areas].sort((a, b) => place(a) - place(b));
  const rows = inOrder(graph.keys()).map((area) => {
    const below = inOrder(graph.get(area)?.keys() ?? []);
    return `  ${area} -> ${below.join(', ') || '(none)'}`;
  });
  return [...rows, `  ${graph.size} folders, ${countArrows(graph)} arrows between them`].join('\n');
}
