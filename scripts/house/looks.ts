// Hints: signs that one file holds two nouns, or that two rooms share one. Hints fail nothing, because a split or a
// room with an unclear name costs more than a long file.
import { basename } from 'node:path/posix';
import type { Graph } from './rooms.ts';
import { isTest, type Source } from './source.ts';

const longest = { file: 250, tsxFile: 300, testFile: 400 };

export function findLooks(sources: Source[], rooms: Graph): string[] {
  return [...sources.flatMap(findLong), ...findSwallowed(sources, rooms)];
}

function findLong({ path, lines }: Source): string[] {
  const most = isTest(path) ? longest.testFile : path.endsWith('.tsx') ? longest.tsxFile : longest.file;
  return lines > most ? [`${path} has ${lines} lines: do two nouns live there?`] : [];
}

/** A room that only one other room of its area imports is usually a part of that room. */
function findSwallowed(sources: Source[], rooms: Graph): string[] {
  return [...rooms.keys()].flatMap((room) => {
    if (!room.includes('/') || room.startsWith('web/') || hasDoor(sources, room)) return [];
    const callers = [...rooms].filter(([, below]) => below.has(room)).map(([caller]) => caller);
    const [only = ''] = callers;
    if (callers.length !== 1 || only.split('/')[0] !== room.split('/')[0]) return [];
    return [`${room} is imported by ${only} alone: is it a noun of its own?`];
  });
}

/** Whether the room has routes, runs a worker, or is a list of its own kind (migrations, a provider). */
function hasDoor(sources: Source[], room: string): boolean {
  const files = sources
    .filter(({ path }) => path.startsWith(`src/server/${room}/`))
    .map(({ path }) => basename(path));
  return (
    !files.some((file) => ['actions.ts', 'queries.ts', 'rules.ts'].includes(file)) ||
    files.includes('routes.ts') ||
    files.includes('worker.ts')
  );
}
