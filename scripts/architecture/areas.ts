// The areas of src/server, their order, and the imports between them.
import { type Complaint, isTest, resolve, type Source } from './source.ts';

/** From top to bottom: an area may import only areas below it. docs/architecture.md describes them. */
export const order = [
  'operations',
  'demo',
  'webhooks',
  'imports',
  'parents',
  'papers',
  'reports',
  'bank',
  'counter',
  'billing',
  'reminders',
  'outbox',
  'chat',
  'templates',
  'recipients',
  'ledger',
  'senders',
  'bin',
  'auth',
  'trail',
  'platform/live',
  'platform/files',
  'platform/http',
  'platform/metrics',
  'platform/log',
  'whatsapp',
  'platform/db',
];

/** These files start the program and connect the areas. No file imports them. */
export const entryPoints = ['main.mjs', 'need-node.mjs', 'main.ts', 'start.ts', 'app.ts'];
/** Every area may import these files, so they import only what every area may import. */
export const foundations = [
  'bus.ts',
  'config.ts',
  'deps.ts',
  'loop.ts',
  'runtime.ts',
  'settings-file.ts',
  'yielding.ts',
];
const belowFoundations = ['platform/db', 'whatsapp', 'platform/log', 'bus.ts', 'runtime.ts', 'yielding.ts'];

const mostAreas = 22;
const mostArrows = 160;

/** For each area: the areas it imports, each with the first file that does so. */
export type AreaGraph = Map<string, Map<string, string>>;

/** For example 'outbox', 'platform/db', or 'app.ts' for a file in no area. Undefined outside src/server. */
export function areaOf(path: string): string | undefined {
  const [, side, area, part] = path.split('/');
  if (!path.startsWith('src/') || side !== 'server') return undefined;
  return area === 'platform' ? `platform/${part}` : area;
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

function isRootFile(area: string): boolean {
  return !area.includes('/') && area.includes('.');
}

/** Returns why this file may not import that one. Both are files of src/server. */
export function findUpward(path: string, file: string): string | undefined {
  const here = areaOf(path) ?? '';
  const there = areaOf(file) ?? '';
  if (here === there || entryPoints.includes(here)) return undefined;
  if (entryPoints.includes(there))
    return `${there} starts the program and may not be imported. Let it pass the needed value as an argument.`;
  if (foundations.includes(there)) return undefined;
  if (foundations.includes(here)) {
    return belowFoundations.includes(there) || foundations.includes(there)
      ? undefined
      : `Every area may import ${here}, so it imports only ${belowFoundations.join(', ')}. Move the part of ${there} that it needs into one of these, or declare its type here.`;
  }
  // checkAreas complains about an unknown area.
  if (!order.includes(here) || !order.includes(there)) return undefined;
  if (order.indexOf(here) < order.indexOf(there)) return undefined;
  return `${there} is above ${here}. Let ${there} call ${here} and pass itself as an argument, or move the code that both need into an area below both.`;
}

export function checkAreas(graph: AreaGraph): Complaint[] {
  const complain = (text: string): Complaint => ({ path: 'src/server', line: 1, text });
  const complaints: Complaint[] = [];
  for (const area of graph.keys()) {
    if (order.includes(area)) continue;
    const text = `"${area}" is no area. Move the file into an area, or add this area to scripts/architecture/areas.ts and docs/architecture.md.`;
    complaints.push(complain(text));
  }
  const areas = [...graph.keys()].filter((area) => !area.startsWith('platform/')).length;
  if (areas > mostAreas)
    complaints.push(
      complain(
        `${areas} areas beside platform, at most ${mostAreas}. Join two areas that are about the same thing.`,
      ),
    );
  const arrows = countArrows(graph);
  if (arrows > mostArrows)
    complaints.push(
      complain(`${arrows} arrows between areas, at most ${mostArrows}. Remove an import between areas.`),
    );
  return complaints;
}

function countArrows(graph: AreaGraph): number {
  return [...graph.values()].reduce((sum, below) => sum + below.size, 0);
}

/** Prints one line for each area, such as `billing -> outbox, platform/db`. The top area is first. */
export function printAreas(graph: AreaGraph): string {
  const place = (area: string) => (order.includes(area) ? order.indexOf(area) : order.length);
  const inOrder = (areas: Iterable<string>) => [...areas].sort((a, b) => place(a) - place(b));
  const rows = inOrder(graph.keys()).map((area) => {
    const below = inOrder(graph.get(area)?.keys() ?? []);
    return `  ${area} -> ${below.join(', ') || '(none)'}`;
  });
  return [...rows, `  ${graph.size} areas, ${countArrows(graph)} arrows between them`].join('\n');
}
