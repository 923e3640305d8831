import { type AreaGraph, checkAreas, drawAreas } from './areas.ts';
import { checkCircles } from './circles.ts';
import { checkDirections } from './directions.ts';
import { findLooks } from './looks.ts';
import { checkNames } from './names.ts';
import { checkOwners } from './owners.ts';
import { checkReach } from './reach.ts';
import { drawGraph, type Graph } from './rooms.ts';
import { checkRuntime } from './runtime.ts';
import { checkSizes } from './sizes.ts';
import { type Complaint, readSource } from './source.ts';

export interface House {
  complaints: Complaint[];
  areas: AreaGraph;
  rooms: Graph;
  /** Hints that may be fine as they are: a person decides whether to change anything. */
  looks: string[];
}

/** Checks every rule on every file. The keys are paths from the root of the repository. */
export function checkHouse(files: Record<string, string>): House {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  const areas = drawAreas(sources);
  const rooms = drawGraph(sources);
  const complaints = sources.flatMap((source) => [
    ...checkNames(source),
    ...checkSizes(source),
    ...checkDirections(source),
    ...checkRuntime(source),
  ]);
  return {
    complaints: [
      ...complaints,
      ...checkAreas(areas),
      ...checkOwners(sources),
      ...checkCircles(sources, rooms),
      ...checkReach(sources),
    ],
    areas,
    rooms,
    looks: findLooks(sources, rooms),
  };
}
