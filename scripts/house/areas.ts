// The plan of src/server: which folders it has, in which order they stand, and the imports that go between them.
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/** Top first: a folder imports only folders that stand below it. Decisions 0043, 0049, 0051, 0055, 0056, 0084, 0087, 0088, 0091 and 0093 say why these and why in this order. */
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

/** These begin the program: they bring the areas together, and nobody imports them. */
export const entrances = ['main.mjs', 'need-node.mjs', 'main.ts', 'start.ts', 'app.ts'];
/** Everybody may import these, so they import none but the services that everybody may import too. */
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

// Twenty-six with backups, the trail, the installation, the bin, papers, reminders, parents and push, each by a record (49, 51,
// 55, 56, 84, 87, 88, 91); many know the trail.
const mostFolders = 26;
const mostArrows = 139;

/** For each folder the folders it imports, with the file that does so first. */
export type AreaGraph = Map<string, Map<string, string>>;

/** 'outbox' for a file of src/server/outbox, 'app.ts' for a file that stands in no folder, none elsewhere. */
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

/** Why this file may not import that one, when both stand in src/server. */
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
  // A folder that is not in the line is complained about by its name.
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

/** `billing -> outbox, db`, a line a folder, top first. */
export function printAreas(graph: AreaGraph): string {
  const place = (area: string) => (line.includes(area) ? line.indexOf(area) : line.length);
  const inOrder = (areas: Iterable<string>) => [...areas].sort((a, b) => place(a) - place(b));
  const rows = inOrder(graph.keys()).map((area) => {
    const below = inOrder(graph.get(area)?.keys() ?? []);
    return `  ${area} -> ${below.join(', ') || '(none)'}`;
  });
  return [...rows, `  ${graph.size} folders, ${countArrows(graph)} arrows between them`].join('\n');
}
