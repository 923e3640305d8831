// Hints that one file holds two subjects, or that two modules are one subject. Hints do not make the check fail,
// because a long file is better than a module with an unclear name.
import { basename } from 'node:path/posix';
import type { Graph } from './modules.ts';
import { isTest, type Source } from './source.ts';

const longest = { file: 250, tsxFile: 300, testFile: 400 };

export function findHints(sources: Source[], modules: Graph): string[] {
  return [...sources.flatMap(findLong), ...findAbsorbable(sources, modules)];
}

function findLong({ path, lines }: Source): string[] {
  const most = isTest(path) ? longest.testFile : path.endsWith('.tsx') ? longest.tsxFile : longest.file;
  return lines > most ? [`${path} has ${lines} lines: do two nouns live there?`] : [];
}

/** A module that only one other module of its area imports is often a part of that one. */
function findAbsorbable(sources: Source[], modules: Graph): string[] {
  return [...modules.keys()].flatMap((module) => {
    if (!module.includes('/') || module.startsWith('web/') || hasEntry(sources, module)) return [];
    const callers = [...modules].filter(([, below]) => below.has(module)).map(([caller]) => caller);
    const [only = ''] = callers;
    if (callers.length !== 1 || only.split('/')[0] !== module.split('/')[0]) return [];
    return [`${module} is imported by ${only} alone: is it a noun of its own?`];
  });
}

/** Returns whether a module has routes or a worker, or is a list such as the migrations or a provider. */
function hasEntry(sources: Source[], module: string): boolean {
  const files = sources
    .filter(({ path }) => path.startsWith(`src/server/${module}/`))
    .map(({ path }) => basename(path));
  return (
    !files.some((file) => /-(queries|rules)\.ts$/.test(file) || file === `${basename(module)}.ts`) ||
    files.some((file) => /(^|-)(routes|worker)\.ts$/.test(file))
  );
}
