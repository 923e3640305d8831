import { checkDirections } from './directions.ts';
import { checkNames } from './names.ts';
import { checkCycles, drawGraph, type Graph } from './rooms.ts';
import { checkSizes } from './sizes.ts';
import { type Complaint, readSource } from './source.ts';

/** Every rule on every file. The keys are paths from the root of the repository. */
export function checkHouse(files: Record<string, string>): { complaints: Complaint[]; graph: Graph } {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  const graph = drawGraph(sources);
  const complaints = sources.flatMap((source) => [
    ...checkNames(source),
    ...checkSizes(source),
    ...checkDirections(source),
  ]);
  return { complaints: [...complaints, ...checkCycles(graph)], graph };
}
