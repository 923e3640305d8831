import { type AreaGraph, checkAreas, drawAreas } from './areas.ts';
import { checkCycles } from './cycles.ts';
import { findHints } from './hints.ts';
import { checkImports } from './import-rules.ts';
import { drawGraph, type Graph } from './modules.ts';
import { checkNames } from './names.ts';
import { checkReach } from './reach.ts';
import { checkRuntime } from './runtime.ts';
import { checkSizes } from './sizes.ts';
import { type Complaint, readSource } from './source.ts';
import { checkStandalone } from './standalone.ts';
import { checkOwners } from './table-owners.ts';
import { checkTitles } from './titles.ts';
import { checkVocabulary } from './vocabulary.ts';

export interface Report {
  complaints: Complaint[];
  areas: AreaGraph;
  modules: Graph;
  /** Suggestions. They do not make the check fail. */
  hints: string[];
}

/** Checks every rule on every file. The keys are paths from the root of the repository. */
export function checkArchitecture(files: Record<string, string>): Report {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  const areas = drawAreas(sources);
  const modules = drawGraph(sources);
  const complaints = sources.flatMap((source) => [
    ...checkNames(source),
    ...checkSizes(source),
    ...checkImports(source),
    ...checkRuntime(source),
  ]);
  return {
    complaints: [
      ...complaints,
      ...Object.entries(files).flatMap(([path, text]) => [
        ...checkTitles(path, text),
        ...checkVocabulary(path, text),
      ]),
      ...checkAreas(areas),
      ...checkOwners(sources),
      ...checkCycles(sources, modules),
      ...checkReach(sources),
      ...checkStandalone(sources),
    ],
    areas,
    modules,
    hints: findHints(sources, modules),
  };
}
